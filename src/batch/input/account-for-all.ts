// A profile whose constant is the account that money goes to, or how much: every row of the file is paid to it, or as much. Where the
// file names several payees, or has several rows, that is a column that was never named, and it is said before anything is sent.
import { columnNamed } from '../../csv/header.ts';
import type { Pass } from './input-file.ts';
import type { BatchRow } from './row.ts';
import type { FileSettings } from './settings.ts';
import type { Warnings } from './warnings.ts';

const ACCOUNT = 'destination.externalAccountId';
/** What the column of payees is called where the config doesn't say. */
const PAYEE = 'x-payee';
/** More needn't be told apart. */
const MOST = 10_000;

export class AccountForAll {
  readonly #account: string;
  readonly #payee: string;
  readonly #column: number;
  readonly #payees = new Set<string>();
  #firstLine = 0;

  private constructor(account: string, payee: string, column: number) {
    this.#account = account;
    this.#payee = payee;
    this.#column = column;
  }

  /** Nothing where each row has a separate account, or no column says who is paid. */
  static of({ header, kind }: Pass, { imports, history }: FileSettings): AccountForAll | undefined {
    const account = imports?.constants.get(ACCOUNT);
    if (account === undefined || kind !== 'payouts') return undefined;
    const names = [...(history?.payee === undefined ? [] : [history.payee]), PAYEE];
    const payee = names.find((name) => columnNamed(header, name) !== -1);
    return payee === undefined ? undefined : new AccountForAll(account, payee, columnNamed(header, payee));
  }

  see(rows: readonly BatchRow[]): void {
    for (const { line, cells } of rows) {
      const name = (cells[this.#column] ?? '').trim().normalize('NFC').toLowerCase();
      if (this.#firstLine === 0) this.#firstLine = line;
      if (name !== '' && this.#payees.size < MOST) this.#payees.add(name);
    }
  }

  /** Told once, of the file as a whole. `rows`: how many it has. */
  warn(rows: number, warnings: Warnings): void {
    const { size } = this.#payees;
    if (size < 2) return;
    const payees = `${size === MOST ? 'at least ' : ''}${size} different ${this.#payee}`;
    warnings.trouble(this.#firstLine, ACCOUNT, this.#account, () => {
      return `is a constant of the profile: all ${rows} rows go to this one account, under ${payees}. If each payee has a separate account, take it from a lookup file`;
    });
  }
}

/** One amount for all rows. `rows`: how many there are. */
export function warnOfOneAmount(
  { header, kind }: Pass,
  { imports }: FileSettings,
  rows: number,
  warnings: Warnings,
): void {
  const amount = imports?.constants.get('receiverAmount');
  if (amount === undefined || kind !== 'payouts' || rows < 2) return;
  warnings.trouble(header.line, 'receiverAmount', amount, () => {
    return `is a constant of the profile: each of the ${rows} rows pays this amount, whatever the file says. If they differ, name the column of the amounts`;
  });
}
