// The company's own client of the payments service.
export class PaymentsApi {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(this.#base + path, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  }

  balances(): Promise<Response> {
    return fetch(`${this.#base}/api/v1/current-tenant/balances`);
  }

  depositAddress(network: string, asset: string): Promise<Response> {
    return fetch(`${this.#base}/api/v1/current-tenant/crypto-instruction/${network}/${asset}`);
  }
}
