export class TenantApi {
  private readonly path = '/api/v1/current-tenant';
  balances() { return this.http.get(`${this.path}/balances`); }
}
