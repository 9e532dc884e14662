// What each line of results says of its origin: the run, the environment, and the ledger with the height that it had at
// least when the line was written. A later run knows by it whether it has that ledger before it.
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerCall } from './ledger-call.ts';

/** `ledgerId` and `environment` are empty, and the sequence is `null`, where no ledger was asked. */
export interface Stamp {
  readonly runId: string;
  readonly environment: string;
  readonly ledgerId: string;
  readonly sequence: number | null;
}

export const unstamped = (runId: string): Stamp => ({
  runId,
  environment: '',
  ledgerId: '',
  sequence: null,
});

export class LedgerStamp implements Stamp {
  readonly runId: string;
  readonly environment: string;
  readonly ledgerId: string;
  sequence: number | null = null;
  readonly #ledger: Ledger;
  #refreshing: Promise<void> | undefined;

  constructor(ledger: Ledger, runId: string, environment: string) {
    this.#ledger = ledger;
    this.runId = runId;
    this.environment = environment;
    this.ledgerId = ledger.id;
  }

  /** Rows that end together share one look. A ledger that fails leaves the last height, which it had. */
  refresh(): Promise<void> {
    this.#refreshing ??= Promise.resolve().then(async () => {
      this.#refreshing = undefined;
      const now = await ledgerCall(() => this.#ledger.sequence());
      if (now.ok && now.value > (this.sequence ?? 0)) this.sequence = now.value;
    });
    return this.#refreshing;
  }
}
