// The rows of a checked file, read once more, each with what is to be done about it: what the ledger knows of it, who holds it,
// what a plan lets go. A byte that is not the one that was checked ends it.
import type { FileHandle } from 'node:fs/promises';

import type { PaidRecord } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import { startPass } from '../input/input-file.ts';
import type { BatchRow } from '../input/row.ts';
import { Warnings } from '../input/warnings.ts';
import type { Decision } from '../plan/decide.ts';
import { type RowKey, RowKeys } from '../plan/keys.ts';
import { type PageSettings, type Planned, planPage } from '../plan/page.ts';
import type { HistoryChecks } from '../plan/payment-history/checks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RunContext } from './context.ts';
import type { Pages } from './pages.ts';
import { paidBefore } from './paid-before.ts';

export class FileChanged extends Error {}

export interface PlannedPass {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly context: RunContext;
  readonly pages: Pages;
  /** What the first pass found by comparing with earlier runs. */
  readonly historyChecks: HistoryChecks | undefined;
  /** Whether another live run holds some of the keys. */
  readonly contested: boolean;
  /** What the rows are planned by. */
  readonly page: PageSettings;
}

export interface PlannedRow {
  readonly row: BatchRow;
  readonly key: RowKey;
  /** Place among the file's rows, 0-based. */
  readonly at: number;
  readonly planned: Decision;
  /** How it was paid, if it was. */
  readonly before: PaidRecord | undefined;
  /** As they stand in the file. */
  readonly cells: readonly string[];
}

type Keyed = Pick<PlannedRow, 'row' | 'key' | 'at' | 'cells'>;

/** A page at a time, in file order. Errors: {@link FileChanged}. */
export async function* plannedRows(pass: PlannedPass): AsyncGenerator<readonly PlannedRow[]> {
  const { context, checked, pages } = pass;
  let cells: (readonly string[])[] = [];
  const keys = new RowKeys(context.batchId);
  // Warnings were given by the first pass.
  const options = { ...checked.options, warnings: new Warnings() };
  const file = await startPass(pass.handle, options, {
    onPrefix: (digest, index) => {
      if (digest !== checked.prefixes[index])
        throw new FileChanged('the file was changed while the run was going');
    },
    onCells: (own) => cells.push(own),
  });
  const { titles, index, names } = file.header;
  const added = [...index].filter(([, at]) => at >= names.length).map(([field]) => field);
  pages.begin(titles, added, checked);
  let taken = 0;
  for await (const rows of file.rows()) {
    const own = cells;
    const first = taken;
    cells = [];
    const keyed = rows.map((row): Keyed => {
      const at = taken++;
      return { row, key: keys.keyOf(row), at, cells: own[at - first] ?? [] };
    });
    await pages.cells(first, own);
    for (const row of rows) pass.historyChecks?.again(row);
    yield planAll(pass, keyed);
  }
}

async function planAll(pass: PlannedPass, keyed: readonly Keyed[]): Promise<PlannedRow[]> {
  const { context, contested, page } = pass;
  const contestedBy = contested ? context.runId : undefined;
  const found = await ledgerCall(() => planPage(keyed, { ...page, contestedBy }));
  // A ledger that can't say what it knows stops the run: none of these rows is sent.
  if (!found.ok) {
    context.breaker.trip(found.failure);
    return keyed.map((item) => ({ ...item, planned: { do: 'send' }, before: undefined }));
  }
  const paid = await paidBefore(context, found.value);
  return found.value.map((item) => ({
    ...item,
    planned: asApproved(context, item),
    before: paid.get(item.key.key),
  }));
}

/** Under a plan, only what it lets go is sent. */
function asApproved({ approved }: RunContext, { planned, known, at }: Planned<Keyed>): Decision {
  if (!approved || planned.do === 'nothing' || planned.do === 'resend' || approved.isOpen(at)) return planned;
  return { do: 'nothing', result: approved.closed(at, known) };
}
