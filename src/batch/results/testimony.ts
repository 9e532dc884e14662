// What a line of results says of a payment: read as it was written, and as a spreadsheet may have left it. It judges nothing.
import { openInput, readRecords } from '../../csv/input.ts';
import { PaybatchError } from '../../errors.ts';
import { Refusal } from '../input/refusal.ts';

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

/** Rows of the results that were created in this environment, in batches. */
export async function* testimonies(results: string, environment: string): AsyncGenerator<Testimony[]> {
  try {
    const handle = await openInput(results);
    try {
      let read: ((cells: readonly string[], line: number) => Testimony | undefined) | undefined;
      for await (const records of readRecords(handle, { file: results })) {
        const said: Testimony[] = [];
        for (const { cells, line } of records) {
          if (!read) {
            read = reader(cells, environment);
            continue;
          }
          const one = read(cells, line);
          if (one) said.push(one);
        }
        if (said.length > 0) yield said;
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Not there, or not a CSV: no results of ours.
    if (!(error instanceof PaybatchError) || error instanceof Refusal) throw error;
  }
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
