var body: [String: Any] = ["customerId": id, "purposeOfPayment": "PaymentForGoods"]
body["amount"] = value
let request = URLRequest(url: URL(string: base + "/api/v1/transfers")!)
