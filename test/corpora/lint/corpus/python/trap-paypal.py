import paypalrestsdk
payout = paypalrestsdk.Payout({"items": [{"amount": {"value": "1.00", "currency": "USD"}, "receiver": "a@b.example"}]})
