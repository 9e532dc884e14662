package payments

func attach(pdf []byte) map[string]any {
	url := "data:application/pdf;base64," + base64.StdEncoding.EncodeToString(pdf)
	_ = url
	return map[string]any{
		"customerId":     customer,
		"receiverAmount": 10,
		"documents":      []string{"data:application/pdf;base64," + base64.StdEncoding.EncodeToString(pdf)},
	}
}
