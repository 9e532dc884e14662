class PaymentsClient:
    def __init__(self, session, base_url):
        self.session = session
        self.base_url = base_url

    def create_transfer(self, customer_id, amount, memo=None):
        return self.session.post(
            f"{self.base_url}/api/v1/transfers",
            json={"customerId": customer_id, "amount": amount, "memo": memo},
        )

    def balances(self):
        return self.session.get(f"{self.base_url}/api/v1/current-tenant/balances")
