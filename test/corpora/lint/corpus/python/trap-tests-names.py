def test_amount_is_refused(client):
    removed = {"amount": 5, "customerId": "c", "purposeOfPayment": "x"}
    assert client.post("/api/v1/transfers", json=removed).status_code == 400
