void pay(const std::string& customer, double value) {
  json body = {{"customerId", customer}, {"amount", value}, {"requireApproval", true}};
  http.post(base + "/api/v1/transfers", body.dump());
}
