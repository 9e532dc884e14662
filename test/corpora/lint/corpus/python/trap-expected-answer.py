def test_transfer(client):
    response = client.post("/api/v1/transfers", json={"receiverAmount": 5, "customerId": "c"})
    assert response.json() == {"id": "t", "amount": 5, "purposeOfPayment": "PaymentForGoods"}
