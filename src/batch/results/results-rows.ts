// The rows of a results file, read strictly: they may be the only record of payments.
import { openInput, readRecords } from '../../csv/input.ts';
import { InputError } from '../../files/input-error.ts';

export interface LedgerStampCells {
  readonly ledgerId: string;
  readonly sequence: number;
  /** Of the ledger's hash chain at that height; empty for none. */
  readonly head: string;
}

export interface ResultsRow {
  /** Its line in the results. */
  readonly place: number;
  readonly reference: string;
  readonly status: string;
  readonly createdId: string;
  readonly currency: string;
  readonly amount: string;
  readonly stamp: LedgerStampCells;
}

const COLUMNS = ['line', 'reference', 'status'];

/** Rows of this environment, in pages; none without a file. Errors: {@link InputError} for one that is empty or cut. */
export async function* resultsRows(file: string, environment: string): AsyncGenerator<ResultsRow[]> {
  const handle = await openInput(file).catch((error: unknown) => {
    if (error instanceof InputError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
      return undefined;
    throw error;
  });
  if (!handle) return;
  const end = { isOpen: false };
  let header: readonly string[] | undefined;
  let last = 1;
  const cut = (line: number): InputError =>
    new InputError('results_cut', { file, line }, 'the file was cut off here');
  try {
    for await (const records of readRecords(handle, { file, onOpenEnd: () => (end.isOpen = true) })) {
      const rows: ResultsRow[] = [];
      for (const { cells, line } of records) {
        last = line;
        if (!header) {
          header = headerOf(cells, file, line);
          continue;
        }
        if (cells.length < header.length) throw cut(line);
        const row = rowOf(header, cells, line, environment);
        if (row) rows.push(row);
      }
      yield rows;
    }
    if (end.isOpen) throw cut(last);
  } finally {
    await handle.close();
  }
}

function headerOf(cells: readonly string[], file: string, line: number): readonly string[] {
  if (COLUMNS.every((name) => cells.includes(name))) return cells;
  throw new InputError('results_cut', { file, line }, 'these are no results: columns are missing');
}

/** Without the apostrophe that defuses a formula. */
const undefused = (cell: string): string => (/^'[=+\-@\t]/.test(cell) ? cell.slice(1) : cell);

function rowOf(
  header: readonly string[],
  cells: readonly string[],
  place: number,
  environment: string,
): ResultsRow | undefined {
  const cell = (name: string): string => cells[header.indexOf(name)] ?? '';
  if (![environment, ''].includes(cell('environment'))) return undefined;
  const id = header.includes('transferId') ? 'transferId' : 'customerId';
  return {
    place,
    reference: undefused(cell('reference')),
    status: cell('status'),
    createdId: undefused(cell(id)),
    currency: undefused(cell('currency')),
    amount: cell('receiverAmount').trim(),
    stamp: { ledgerId: cell('ledgerId'), sequence: Number(cell('ledgerSequence')), head: cell('ledgerHead') },
  };
}
