payload = {"customerId": customer, "requireApproval": True}
payload.update({"amount": value})
requests.post(f"{BASE}/api/v1/transfers", json=payload)
