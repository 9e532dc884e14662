// The rows of a checked file, read once more, each with what is to be done about it: what the ledger knows of it, who holds it,
// what a plan lets go. A byte that is not the one that was checked ends it.
import type { FileHandle } from 'node:fs/promises';

import { hash64, hashInteger } from '../../ledger/keys.ts';
import type { PaidRecord, RowRecord } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import { startPass } from '../input/input-file.ts';
import type { BatchRow } from '../input/row.ts';
import { Warnings } from '../input/warnings.ts';
import { otherText } from '../plan/alike/alike.ts';
import type { LikeDoubts } from '../plan/alike/like-doubts.ts';
import { differences } from '../plan/differs.ts';
import { likeReferences, recognise, type RowKey, RowKeys } from '../plan/keys.ts';
import type { HistoryChecks } from '../plan/payment-history/checks.ts';
import { type Plan, plan, planContext } from '../plan/plan.ts';
import { putBackRows } from '../plan/put-back-rows.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import { result, type RowResult } from '../results/result.ts';
import type { AnsweredIds } from '../results/answered-ids.ts';
import { type InPlan, resemblesDoubtText } from '../results/words.ts';
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
  readonly habits: HistoryChecks | undefined;
  /** Whether another live run holds some of the keys. */
  readonly contested: boolean;
  readonly answered: AnsweredIds;
  /** What holds rows that may be the same payment as one in doubt. */
  readonly resemblance: Holding | undefined;
}

export interface Holding {
  held(rows: readonly Pick<PlannedRow, 'row' | 'key'>[]): Promise<ReadonlyMap<number, readonly RowRecord[]>>;
  /** Of rows that nothing holds: those that are as soon as others are paid. A plan holds them. */
  rivals: LikeDoubts['rivals'];
}

export interface PlannedRow {
  readonly row: BatchRow;
  readonly key: RowKey;
  /** Place among the file's rows, 0-based. */
  readonly at: number;
  readonly planned: Plan;
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
    for (const row of rows) pass.habits?.again(row);
    yield planPage(pass, await lookUp(pass, keyed));
  }
}

async function planPage(
  { context, answered, resemblance }: PlannedPass,
  recognised: readonly Recognised[],
): Promise<PlannedRow[]> {
  const paid = await paidBefore(context, recognised);
  const held = await heldRows(context, recognised, resemblance);
  const now = planContext(context.batchId, context.client.profile, context.clock.now());
  const { approved } = context;
  return recognised.map(({ known, heldBy, like, differs, putBack, ...item }) => {
    const { row, key, at } = item;
    const answeredId = known?.state === 'in_doubt' ? answered.of(known) : '';
    const told = { heldBy, sameReference: like, answeredId, differs, putBack };
    const planned = plan(row, key, known, { ...now, ...told });
    const [doubt] = planned.do === 'send' ? (held.get(key.sequence) ?? []) : [];
    if (approved && planned.do !== 'nothing' && !approved.isOpen(at) && planned.do !== 'resend') {
      const outcome = doubt && approved.isHeld(at) ? likeDoubt(doubt, 'held') : approved.closed(at, known);
      return { ...item, planned: { do: 'nothing', result: outcome }, before: undefined };
    }
    if (doubt)
      return {
        ...item,
        planned: { do: 'nothing', result: likeDoubt(doubt, approved && 'open') },
        before: undefined,
      };
    return { ...item, planned, before: paid.get(key.key) };
  });
}

/** A ledger that can't say it stops the run. */
async function heldRows(
  { halt }: RunContext,
  rows: readonly Recognised[],
  resemblance: Holding | undefined,
): Promise<ReadonlyMap<number, readonly RowRecord[]>> {
  if (!resemblance) return new Map();
  const found = await ledgerCall(() => resemblance.held(rows));
  if (!found.ok) halt.now(found.failure);
  return found.ok ? found.value : new Map<number, RowRecord[]>();
}

/** By itself; the rest of the file goes. */
export function likeDoubt(other: RowRecord, inPlan: InPlan): RowResult {
  const errorMessage = resemblesDoubtText(otherText(other, 'payouts'), other, inPlan);
  return result('not_sent', { errorCode: 'alike', errorMessage });
}

/** A row with what the ledger knows of it, and the live run that holds it. */
type Recognised = Keyed &
  Record<'known' | 'like', RowRecord | undefined> &
  Record<'heldBy' | 'differs', string | undefined> & { readonly putBack: boolean };

async function lookUp({ context, contested }: PlannedPass, keyed: readonly Keyed[]): Promise<Recognised[]> {
  const { ledger, halt, runId } = context;
  const names = keyed.map(({ key }) => key.key);
  const found = await ledgerCall(async () => {
    const known = await recognise(keyed, (all) => ledger.lookup(all));
    const held = contested
      ? await ledger.heldByOthers(
          runId,
          names.map((key) => ({ key, hash: hashInteger(hash64(key)) })),
        )
      : new Map<string, string>();
    const like = await likeReferences(
      keyed.map(({ row }) => row),
      ledger,
    );
    const differs = await differences(known, ledger);
    const back = await putBackRows(known, ledger);
    return known.map((item, at) => {
      const told = {
        like: like.get(item.row.reference),
        differs: differs.get(item.key.key),
        putBack: back.has(item.key.key),
      };
      return { heldBy: held.get(names[at] ?? ''), ...told, ...item };
    });
  });
  if (found.ok) return found.value;
  halt.now(found.failure);
  return keyed.map((item) => ({
    ...item,
    known: undefined,
    heldBy: undefined,
    putBack: false,
    like: undefined,
    differs: undefined,
  }));
}
