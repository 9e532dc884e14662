// The state of the sandbox: what was really executed. In memory, exact decimals.
import Big from 'big.js';

import type { SandboxOptions } from './options.ts';
import { seeded, type SeededRandom, uuid } from './random.ts';

export interface StoredTransfer {
  readonly id: string;
  /** The request's body, byte for byte. */
  readonly body: string;
  readonly receiverAmount: string;
  readonly currency: string;
  readonly memo: string | null;
  /** The amount that left the source's balance. */
  readonly debited: string;
  readonly at: string;
}

export interface StoredCustomer {
  readonly id: string;
  readonly body: Record<string, unknown>;
  readonly documents: { id: string; type: string }[];
}

export class SandboxStore {
  readonly random: SeededRandom;
  readonly transfers: StoredTransfer[] = [];
  readonly documents = new Set<string>();
  readonly customers = new Map<string, StoredCustomer>();
  readonly trades: Record<string, unknown>[] = [];
  readonly tokens = new Map<string, number>();
  readonly calls = new Map<string, number>();
  /** Accepted uses of forms that end at the cutoff, by rule. */
  readonly deprecated = new Map<string, number>();
  /** By operation and idempotency key: the request's body, and its response. */
  readonly idempotent = new Map<string, { text: string; served: { status: number; body: unknown } }>();
  webhook: Record<string, unknown> = { url: null, enabled: false };
  readonly #start: Big;
  readonly #own: ReadonlyMap<string, Big>;
  readonly #developer = new Map<string, Big>();
  readonly #wallets = new Map<string, Big>();

  constructor(options: Pick<SandboxOptions, 'seed' | 'balance' | 'balances'>) {
    this.random = seeded(options.seed);
    this.#start = new Big(options.balance);
    this.#own = new Map([...(options.balances ?? [])].map(([code, amount]) => [code, new Big(amount)]));
    for (const code of ['USDC', 'USDCT']) this.#developer.set(code, this.#startOf(code));
  }

  newId(): string {
    return uuid(this.random);
  }

  count(map: Map<string, number>, key: string): void {
    map.set(key, (map.get(key) ?? 0) + 1);
  }

  /** Takes an amount from the developer's or a wallet's balance; `false` when there is not enough. */
  debit(wallet: string | null, currency: string, amount: string): boolean {
    const balances = wallet === null ? this.#developer : this.#wallets;
    const key = wallet === null ? currency : `${wallet}/${currency}`;
    const left = (balances.get(key) ?? this.#startOf(currency)).minus(amount);
    if (left.lt(0)) return false;
    balances.set(key, left);
    return true;
  }

  #startOf(currency: string): Big {
    return this.#own.get(currency) ?? this.#start;
  }

  credit(currency: string, amount: string): void {
    this.#developer.set(currency, (this.#developer.get(currency) ?? new Big(0)).plus(amount));
  }

  balances(): { currency: string; available: string }[] {
    return [...this.#developer].map(([currency, available]) => ({
      currency,
      available: available.toFixed(),
    }));
  }
}
