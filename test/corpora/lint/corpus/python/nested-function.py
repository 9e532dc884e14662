def build(customer):
    return {
        "customerId": customer,
        "source": {"currency": "USDC", "walletId": WALLET},
        "destination": {"currency": "GBP", "externalAccountId": ACCOUNT},
        "amount": 5,
    }
