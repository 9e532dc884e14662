import requests

def pay(base, customer, value):
    return requests.post(
        f"{base}/api/v1/transfers",
        json={"customerId": customer, "amount": value, "purposeOfPayment": "PaymentForGoods"},
        timeout=30,
    )
