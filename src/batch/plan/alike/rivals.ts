// Two that may be the same payment, under way at once: in two runs, on two hosts, or in one process. Each was judged before its intent, when
// nothing was paid. So whoever has written an intent looks once more: all of them do, and the ledger has their intents in one
// order, so that the first goes and the others see it. Only what may be a payment that was in doubt, and wasn't made, is looked for.
import type { Clock } from '../../../client/clock.ts';
import { kindOfKey } from '../../../ledger/keys.ts';
import type { Intent, Ledger, RowRecord } from '../../../ledger/ledger.ts';
import { batchesOf, isIntent, wereApart } from './apart.ts';
import { bodies, ByPayee } from './by-payee.ts';
import { FreedDoubts } from './freed.ts';
import { readBody } from './nearly-alike.ts';

/** What was freed by others is known so much later at most. */
const STALE_MS = 1_000;

type Read = Pick<Ledger, 'bodiesSince' | 'entriesOf' | 'sequence' | 'run'>;

export class Rivals {
  readonly #ledger: Read;
  readonly #clock: Pick<Clock, 'now'>;
  #reading: { readonly of: Promise<FreedDoubts>; readonly at: number } | undefined;

  constructor(ledger: Read, clock: Pick<Clock, 'now'>) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /**
   * Of an intent that is durable: another that may be the same payment, came to be since its run looked, and was first. Rows of
   * one run or batch are meant to be two, unless one of them was in doubt in another file before. Errors: LedgerError.
   */
  async first(intent: Intent): Promise<RowRecord | undefined> {
    const { key, runId, batchId, alikeSince, amount, currency, reference } = intent;
    if (alikeSince === null || kindOfKey(key) !== 'payouts') return undefined;
    const known = await this.#doubts();
    if (known.isEmpty) return undefined;
    const payment = { body: readBody(intent.body), amount, currency, reference: reference ?? '' };
    const doubts = known.mayBe(payment, key);
    if (doubts.length === 0) return undefined;
    const others = await this.#since(amount, alikeSince);
    const may = new Map<string, string[]>();
    for (const doubt of doubts)
      for (const { other } of others.like(doubt.payment))
        may.set(other.key, [...(may.get(other.key) ?? []), doubt.row.key]);
    const own = await this.#intentOf(key);
    const here = await batchesOf(this.#ledger, intent);
    for (const { other, isNext } of others.like(payment)) {
      const both = may.get(other.key);
      if (isNext || other.key === key || !both) continue;
      const isTogether = other.runId === runId || other.batchId === batchId;
      if (isTogether && (await this.#isMeant(runId))) continue;
      if (isTogether && !(await wereApart(this.#ledger, [key, other.key, ...both], here))) continue;
      const at = await this.#intentOf(other.key);
      if (at > alikeSince && at < own) return other;
    }
    return undefined;
  }

  /** Whoever says so of a file, or has signed it, means each row of it. */
  async #isMeant(runId: string): Promise<boolean> {
    return (await this.#ledger.run(runId))?.settings['alikeOk'] === true;
  }

  #doubts(): Promise<FreedDoubts> {
    const now = this.#clock.now();
    if (!this.#reading || Math.abs(now - this.#reading.at) >= STALE_MS)
      this.#reading = { of: FreedDoubts.ever(this.#ledger, now), at: now };
    return this.#reading.of;
  }

  /** What was sent or is under way, of this amount. */
  async #since(amount: string, heardAfter: number): Promise<ByPayee> {
    const since = new Date(0);
    const asked = { kind: 'payouts', since, referencedSince: since, amounts: [amount], heardAfter } as const;
    const all = new ByPayee();
    for await (const { row, body } of bodies(this.#ledger, asked)) all.add(row, body);
    return all;
  }

  /** The number of its last intent; 0 for none. */
  async #intentOf(key: string): Promise<number> {
    return (await this.#ledger.entriesOf([key])).get(key)?.findLast(isIntent)?.number ?? 0;
  }
}
