class Tenants {
  private static final String BASE = "https://api.payments.example/api/v1";
  HttpRequest balances() { return HttpRequest.newBuilder(URI.create(BASE + "/current-tenant/balances")).GET().build(); }
  HttpRequest me() { return HttpRequest.newBuilder(URI.create(BASE + "/developer")).GET().build(); }
}
