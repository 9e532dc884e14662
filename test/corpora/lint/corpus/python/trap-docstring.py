"""POST /api/v1/transfers with {"customerId": ..., "amount": ...} is what we did until 1.29.

GET /api/v1/current-tenant is called /api/v1/developer now.
"""
VALUE = {"receiverAmount": 1, "customerId": "c"}
