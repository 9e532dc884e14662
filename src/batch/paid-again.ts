// Rows of the file that the results beside it call paid, where a person accepted a ledger that doesn't know of it.
import { Refusal } from './input/refusal.ts';
import type { BatchRow } from './input/row.ts';
import type { RunHooks } from './results/hooks.ts';
import type { UnknownPaid } from './results/unknown-paid.ts';
import type { LiveSettings } from './send/settings.ts';

interface Asked {
  readonly settings: LiveSettings;
  readonly hooks: RunHooks;
}

export class PaidAgain {
  #count = 0;
  #first = { line: 0, told: '' };

  look(toSend: readonly { readonly row: BatchRow }[], unknown: UnknownPaid): void {
    for (const { row } of toSend) {
      const told = unknown.placeOf(row);
      if (told === undefined) continue;
      if (this.#count++ === 0) this.#first = { line: row.line, told };
    }
  }

  /** Errors: {@link Refusal}: the ledger was accepted, a second payment was not. */
  judge({ settings, hooks }: Asked): void {
    if (this.#count === 0) return;
    const { line, told } = this.#first;
    const rows = this.#count === 1 ? '1 row' : `${this.#count} rows`;
    const what = `${rows} of ${settings.file} (the first: line ${line}) may have been paid or be in doubt, as ${told} says, and this ledger doesn't know`;
    if (!settings.alikeOk) {
      throw new Refusal(
        'paid_again',
        `${what}: --accept-ledger doesn't pay them again. Put the right ledger back, or take these rows out of the file; only if all of them are to be paid once more, say --alike-ok`,
      );
    }
    hooks.notice?.(`warning: ${what}: they are sent again, as --alike-ok says`);
  }
}
