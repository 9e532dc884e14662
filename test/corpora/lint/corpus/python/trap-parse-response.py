def parse_transfer(data):
    return Transfer(amount=data["amount"], customerId=data["customerId"], purposeOfPayment=data["purposeOfPayment"])
