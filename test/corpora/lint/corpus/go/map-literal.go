package main

func pay(customer string, value float64) error {
	body := map[string]any{
		"customerId":     customer,
		"amount":         value,
		"requireApproval": true,
	}
	return post(baseURL+"/api/v1/transfers", body)
}
