final class Paths {
  static final String TENANT = "/api/v1/current-tenant";
  static final String BALANCES = TENANT + "/balances";
}
