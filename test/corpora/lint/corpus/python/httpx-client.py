client = httpx.Client(base_url="https://api.payments.example/api/v1")
tenant = client.get("/current-tenant").json()
client.post("/transfers", json=dict(customerId=customer, amount=value, memo=memo))
