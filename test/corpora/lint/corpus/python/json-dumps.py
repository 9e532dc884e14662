import json
payload = {"customerId": "c", "amount": 12.5}
data = json.dumps(payload)
http.request("POST", "/api/v1/transfers", body=data)
