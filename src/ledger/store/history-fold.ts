// Payments to what was paid before: each is added once, and one that a person takes back is taken out. The same payments give the
// same tables, in however many steps; verify makes them anew. Pure.
import Big from 'big.js';

import { AT_LEAST, type Habit, LOOK_BACK, median } from '../history.ts';
import type { Changes } from './changes.ts';

/** What each payment adds, newest last: the entry that made it, with an amount or an account. */
export type Recent = readonly (readonly [entry: number, value: string])[];

export interface FileSum {
  readonly total: string;
  readonly entry: number;
}

/** An entry that says that a payout was made, or was not after all. */
export interface Taken {
  readonly environment: number;
  readonly entry: number;
  /** Entries of the same payment that it takes back. */
  readonly gone: readonly number[];
  /** Whether it was made by what it says. */
  readonly isMade: boolean;
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
  /** As names are compared; empty for none. */
  readonly payee: string;
  /** The file that it came from; empty for a single call. */
  readonly batch: string;
}

/** Some more than are looked at: a few may be taken back. */
const KEPT = 30;

/** Over what is known so far, by the key of each table as JSON. */
export class HistoryFold {
  habits = new Map<string, Recent>();
  payees = new Map<string, Recent>();
  files = new Map<string, FileSum>();
  readonly #changed = { habits: new Set<string>(), payees: new Set<string>(), files: new Set<string>() };

  takeAll(taken: readonly Taken[]): void {
    for (const one of taken) this.#take(one);
  }

  #take({ environment, entry, gone, isMade, account, currency, amount, payee, batch }: Taken): void {
    if (!isMade && gone.length === 0) return;
    const [habit, name] = [
      JSON.stringify([environment, account, currency]),
      JSON.stringify([environment, payee]),
    ];
    this.#recent('habits', habit, gone, isMade ? [entry, amount] : undefined);
    if (payee !== '') this.#recent('payees', name, gone, isMade ? [entry, account] : undefined);
    if (batch === '') return;
    const file = JSON.stringify([environment, currency, batch]);
    const before = this.files.get(file);
    if (!before && !isMade) return;
    const less = new Big(before?.total ?? '0').minus(before && gone.length > 0 ? amount : 0);
    const total = isMade ? less.plus(amount) : less;
    // Nothing left of it: it is none of the last files any more.
    const last = isMade ? entry : total.eq(0) ? 0 : (before?.entry ?? 0);
    this.files.set(file, { total: total.toFixed(), entry: last });
    this.#changed.files.add(file);
  }

  #recent(
    table: 'habits' | 'payees',
    name: string,
    gone: readonly number[],
    added: Recent[number] | undefined,
  ): void {
    const left = (this[table].get(name) ?? []).filter(([seq]) => !gone.includes(seq));
    this[table].set(name, (added ? [...left, added] : left).slice(-KEPT));
    this.#changed[table].add(name);
  }

  /** What has changed, among what a transaction writes. */
  tell(changes: Pick<Changes, 'chainRow'>): void {
    for (const name of this.#changed.habits) {
      const recent = this.habits.get(name) ?? [];
      const [environment, account, currency] = JSON.parse(name) as [number, string, string]; // as above
      const { median: usual, of, entry } = figuresOf(recent);
      const figures = { median: usual, looked_at: of, entry, recent: JSON.stringify(recent) };
      changes.chainRow('habits', { environment, account, currency, ...figures });
    }
    for (const name of this.#changed.payees) {
      const recent = this.payees.get(name) ?? [];
      const [environment, payee] = JSON.parse(name) as [number, string]; // as above
      const [entry, account] = recent.at(-1) ?? [0, ''];
      changes.chainRow('payees', { environment, payee, account, entry, recent: JSON.stringify(recent) });
    }
    for (const name of this.#changed.files) {
      const [environment, currency, batch] = JSON.parse(name) as [number, string, string]; // as above
      changes.chainRow('file_totals', {
        environment,
        currency,
        batch,
        ...(this.files.get(name) ?? { total: '0', entry: 0 }),
      });
    }
  }
}

/** `median`: empty for too few. */
export function figuresOf(
  recent: Recent,
): Omit<Habit, 'account' | 'currency' | 'median'> & { readonly median: string } {
  const amounts = recent.slice(-LOOK_BACK).map(([, amount]) => amount);
  const [entry] = recent.at(-1) ?? [0];
  const [first] = recent[0] ?? [0];
  return { median: amounts.length < AT_LEAST ? '' : median(amounts), of: amounts.length, entry, first };
}
