// The rows of a file that nothing is wrong with, by what becomes of them as far as the ledger knows: for whoever is asked
// before money moves. Decides nothing.
import type { DecimalSum } from '../../interface/decimal.ts';
import type { FileKind } from '../../interface/file-kind.ts';
import { addTo, FileFacts } from './facts.ts';
import type { BatchRow } from './row.ts';
import { SentOtherwise } from './sent-otherwise.ts';

const LINES = 5;

/** Rows to be sent that look like payments already made, though nothing refuses or holds them. */
export class LooksPaid {
  readonly #lines = new Set<number>();
  readonly totals = new Map<string, DecimalSum>();

  add(line: number, amount: string, currency: string): void {
    if (this.#lines.has(line)) return;
    this.#lines.add(line);
    if (amount !== '') addTo(this.totals, currency, amount);
  }

  see(row: BatchRow): void {
    if (row.kind === 'payouts') this.add(row.line, row.amount, row.currency);
    else this.add(row.line, '', '');
  }

  get rows(): number {
    return this.#lines.size;
  }

  /** The first few lines. */
  get lines(): readonly number[] {
    return [...this.#lines].sort((a, b) => a - b).slice(0, LINES);
  }
}

export class Due {
  /** To be sent. */
  readonly send: FileFacts;
  /** Perhaps paid: never sent by itself. */
  readonly inDoubt: FileFacts;
  /** Among them, those that were sent with another amount than they have here. */
  readonly sentOtherwise = new SentOtherwise();
  /** May be what is in doubt once more: not sent until that is settled. */
  readonly held: FileFacts;
  /** The first few of them. */
  readonly heldLines: number[] = [];
  /** Held as soon as rows before them are paid: all may be one payment that was in doubt. */
  readonly rivals: FileFacts;
  /** The first few of them. */
  readonly rivalLines: number[] = [];
  /** Paid or created before, by this file or another. */
  readonly done: FileFacts;
  /** The first few of those that are neither, and why they are not sent. */
  readonly others: { readonly line: number; readonly why: string }[] = [];
  /** Among those to be sent; nothing where nobody looked. */
  looksPaid: LooksPaid | undefined;

  constructor(kind: FileKind) {
    this.send = new FileFacts(kind);
    this.inDoubt = new FileFacts(kind);
    this.held = new FileFacts(kind);
    this.rivals = new FileFacts(kind);
    this.done = new FileFacts(kind);
  }

  addHeld(row: BatchRow): void {
    this.held.add(row);
    if (this.heldLines.length < LINES) this.heldLines.push(row.line);
  }

  addRival(row: BatchRow): void {
    this.rivals.add(row);
    if (this.rivalLines.length < LINES) this.rivalLines.push(row.line);
  }

  addOther(line: number, why: string): void {
    if (this.others.length < LINES) this.others.push({ line, why });
  }
}
