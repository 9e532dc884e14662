encoded = base64.b64encode(pdf).decode()
body = {
    "customerId": customer,
    "receiverAmount": 10,
    "documents": [f"data:application/pdf;base64,{encoded}"],
}
requests.post(URL + "/api/v1/transfers", json=body)
