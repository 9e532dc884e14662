documents = []
documents.append("data:application/pdf;base64," + encoded)
requests.post(f"{BASE}/api/v1/transfers", json={"receiverAmount": 5, "documents": documents})
