class Onboarding {
  void create() {
    JSONObject customer = new JSONObject();
    customer.put("businessLegalName", name);
    customer.put("isNamedAccountRequired", true);
    customer.put("sourceOfFunds", "Sales");
    http.post("/api/v1/customers", customer.toString());
  }
}
