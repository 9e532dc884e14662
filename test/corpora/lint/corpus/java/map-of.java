class Quotes {
  Object quote(BigDecimal value) {
    return rest.postForObject("/api/v1/transfers/quote", Map.of("amount", value, "isFirstParty", false), Object.class);
  }
}
