class Payouts {
  void pay(String customer, BigDecimal value) {
    Map<String, Object> body = new HashMap<>();
    body.put("customerId", customer);
    body.put("purposeOfPayment", "PaymentForGoods");
    body.put("amount", value);
    http.post(baseUrl + "/api/v1/transfers", body);
  }
}
