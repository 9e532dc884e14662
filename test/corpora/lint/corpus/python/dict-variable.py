def create_transfer(session, row):
    body = dict(customerId=row["customer"], memo=row["memo"])
    body["amount"] = row["value"]
    return session.post(BASE + "/api/v1/transfers", json=body)
