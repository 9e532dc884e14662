class Endpoints:
    TENANT = "/api/v1/current-tenant"
    TRANSFERS = "/api/v1/transfers"

def pay(session, body):
    return session.post(Endpoints.TRANSFERS, json={**body, "amount": 5})
