class Raw {
  String body = """
      {"customerId": "c", "amount": 5, "purposeOfPayment": "PaymentForGoods"}
      """;
  void send() { http.post("/api/v1/transfers", body); }
}
