enum Path {
  Tenant = '/api/v1/current-tenant',
  Balances = '/api/v1/current-tenant/balances',
}
