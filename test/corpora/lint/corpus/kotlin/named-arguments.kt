val transfer = payments.createTransfer(customerId = id, purposeOfPayment = "PaymentForGoods", amount = value)
