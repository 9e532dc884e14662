transfer = TransferRequest()
transfer.customerId = "c"
transfer.purposeOfPayment = "PaymentForGoods"
transfer.amount = 10
api.create(transfer)
