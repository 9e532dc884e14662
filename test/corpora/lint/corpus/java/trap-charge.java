class Charges {
  void charge() {
    ChargeCreateParams params = ChargeCreateParams.builder().setAmount(2000L).setCurrency("usd").setSource("tok").build();
  }
}
