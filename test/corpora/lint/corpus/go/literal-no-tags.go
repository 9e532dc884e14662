package main

func send(c *payments.Client, value float64) error {
	_, err := c.CreateTransfer(ctx, payments.TransferRequest{
		CustomerID:       customer,
		PurposeOfPayment: "PaymentForGoods",
		Amount:           value,
	})
	return err
}
