from payments_service import PaymentsClient  # talks to /api/v1/transfers

client = PaymentsClient()
client.create_transfer(customer_id="c", amount=5, purpose_of_payment="PaymentForGoods")
