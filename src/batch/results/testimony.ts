// What a line of results says of a payment: read as it was written, and as a spreadsheet may have left it. It judges nothing.
import type { FileHandle } from 'node:fs/promises';

import { openInput, readRecords } from '../../csv/input.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { PaybatchError } from '../../errors.ts';
import { InputError } from '../../files/input-error.ts';
import { damagedRecords } from './damaged-results.ts';
import { type Unread, unreadResults } from './unread-results.ts';

export interface Testimony {
  readonly line: number;
  /** Empty for a row in doubt. */
  readonly createdId: string;
  /** Of a row in doubt that was answered all the same: what no ledger could be told. */
  readonly answered: Answered | null;
  readonly ledgerId: string;
  readonly sequence: number;
  readonly head: string;
  readonly reference: string;
  /** Of a payout. */
  readonly currency: string;
  readonly amount: string;
  readonly finishedAt: string;
  readonly isDoubt: boolean;
}

export interface Answered {
  readonly runId: string;
  readonly reference: string;
  readonly createdId: string;
}

/** Who is told of results that can't be read; what they throw is thrown. */
export interface Damage {
  /** From somewhere on. */
  readonly onCut?: (cut: InputError) => void;
  /** Of zeros in them, between which all could be read. */
  readonly onZeros?: ((zeros: InputError) => void) | undefined;
  /** None of their rows, if they had any. */
  readonly onUnread?: (unread: Unread) => Promise<void>;
}

/** What a strict reader says of text that was damaged, or is in an encoding without a mark. */
const NOT_TEXT: readonly string[] = ['nul', 'encoding', 'binary'];

/** Rows of the results that were created in this environment, in batches; none of what isn't there, or holds no results. */
export async function* testimonies(
  results: string,
  environment: string,
  { onCut, onZeros, onUnread }: Damage = {},
): AsyncGenerator<Testimony[]> {
  const handle = await openInput(results).catch((error: unknown) => {
    if (error instanceof PaybatchError) return undefined; // not there, or none of ours
    throw error;
  });
  if (!handle) return;
  let rows = new Rows(environment);
  try {
    try {
      yield* rows.in(readRecords(handle, { file: results }));
    } catch (error) {
      if (!(error instanceof InputError) || !NOT_TEXT.includes(error.code)) throw error;
      yield* rows.in(damagedRecords(handle, results, error.code === 'nul'));
      if (rows.areRead && error.code === 'nul') onZeros?.(error);
    }
    // A header of the whole file: its lines may end otherwise.
    if (!rows.areRead) yield* (rows = new Rows(environment)).in(damagedRecords(handle, results, true));
    if (!rows.areRead) await tellUnread(handle, onUnread);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (rows.areResults) onCut?.(error);
    else if (!rows.areRead) await tellUnread(handle, onUnread);
  } finally {
    await handle.close();
  }
}

async function tellUnread(handle: FileHandle, onUnread: Damage['onUnread']): Promise<void> {
  const unread = onUnread && (await unreadResults(handle));
  if (unread) await onUnread(unread);
}

/** The rows behind a header, each once however often the file is begun anew. */
class Rows {
  readonly #environment: string;
  #read: ((cells: readonly string[], line: number) => Testimony | undefined) | undefined;
  #line = 0;
  areResults = false;
  /** Whether any row could be read, whatever became of it. */
  areRead = false;
  #isRow: (cells: readonly string[]) => boolean = () => false;

  constructor(environment: string) {
    this.#environment = environment;
  }

  async *in(batches: AsyncIterable<readonly CsvRecord[]>): AsyncGenerator<Testimony[]> {
    for await (const records of batches) {
      const said: Testimony[] = [];
      for (const { cells, line } of records) {
        if (line <= this.#line) continue;
        this.#line = line;
        if (!this.#read) {
          this.#read = reader(cells, this.#environment);
          this.#isRow = rowIn(cells);
          this.areResults = ['line', 'reference', 'status', 'environment'].every((name) =>
            cells.includes(name),
          );
          continue;
        }
        this.areRead ||= this.#isRow(cells);
        const one = this.#read(cells, line);
        if (one) said.push(one);
      }
      if (said.length > 0) yield said;
    }
  }
}

/** What says of some line of the input what became of it. */
function rowIn(header: readonly string[]): (cells: readonly string[]) => boolean {
  const [line = -1, status = -1] = ['line', 'status'].map((name) => header.indexOf(name));
  return (cells) => /^\d+$/.test(cells[line] ?? '') && (cells[status] ?? '') !== '';
}

const undefused = (cell: string): string => (/^'[=+\-@\t]/.test(cell) ? cell.slice(1) : cell);

function reader(header: readonly string[], environment: string) {
  const at = (name: string): number => header.indexOf(name);
  const id = at('transferId') === -1 ? at('customerId') : at('transferId');
  const [reference, runId, currency, amount] = ['reference', 'runId', 'currency', 'receiverAmount'].map(at);
  const [status, own, ledger] = [at('status'), at('environment'), at('ledgerId')];
  const finished = at('finishedAt');
  const [height, heads] = [at('ledgerSequence'), at('ledgerHead')];
  return (cells: readonly string[], line: number): Testimony | undefined => {
    const cell = (index = -1): string => cells[index] ?? '';
    const doubt = cell(status) === 'in_doubt';
    // A duplicate has the id that its row has in another batch.
    if (!doubt && (!['created', 'duplicate'].includes(cell(status)) || cell(id) === '')) return undefined;
    if (cell(own) !== '' && cell(own) !== environment) return undefined;
    const answered = doubt && cell(id) !== '' && { runId: cell(runId), createdId: undefused(cell(id)) };
    return {
      line,
      createdId: doubt ? '' : cell(id),
      answered: answered ? { ...answered, reference: undefused(cell(reference)) } : null,
      ledgerId: cell(ledger),
      sequence: Number(cell(height)),
      head: cell(heads),
      reference: undefused(cell(reference)),
      currency: undefused(cell(currency)),
      amount: cell(amount).trim(),
      finishedAt: cell(finished).trim(),
      isDoubt: doubt,
    };
  };
}
