package billing

func charge() {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(2000), Currency: stripe.String("usd")}
	paymentintent.New(params)
}
