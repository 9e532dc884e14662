package main

var body = []byte(`{"customerId":"c","amount":5,"purposeOfPayment":"PaymentForGoods"}`)

func send() { http.Post(base+"/api/v1/transfers", "application/json", bytes.NewReader(body)) }
