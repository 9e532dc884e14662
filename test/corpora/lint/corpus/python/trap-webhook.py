@app.post("/webhooks/payments")
def webhook(event):
    # the transfers of /api/v1/transfers
    book({"amount": event["amount"], "customerId": event["customerId"], "memo": "payout"})
