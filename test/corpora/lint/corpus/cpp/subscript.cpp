json make(double value) {
  json body;
  body["customerId"] = id;
  body["purposeOfPayment"] = "PaymentForGoods";
  body["amount"] = value;
  return body;
}
std::string me() { return get(base + "/api/v1/current-tenant"); }
