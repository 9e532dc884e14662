answer = requests.post(f"{BASE}/api/v1/transfers", json={"receiverAmount": 5, "customerId": c}).json()
print(answer["amount"], answer.get("sourceOfFunds"))
row.amount = answer["amount"]
