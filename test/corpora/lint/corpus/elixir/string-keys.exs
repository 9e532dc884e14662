body = %{"customerId" => id, "purposeOfPayment" => "PaymentForGoods"}
body = Map.put(body, "amount", value)
HTTPoison.post("/api/v1/transfers", Jason.encode!(body))
