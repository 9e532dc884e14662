// The pass that sends: rows are planned against the ledger, fed to the pool and written in order. It reads the file
// again and refuses a byte that is not the one that was checked.
import type { FileHandle } from 'node:fs/promises';

import type { Header } from '../../csv/header.ts';
import { hash64, hashInteger } from '../../ledger/keys.ts';
import type { PaidRecord, RowRecord, RunRow } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import { startPass } from '../input/input-file.ts';
import type { BatchRow } from '../input/row.ts';
import { Warnings } from '../input/warnings.ts';
import type { HistoryChecks } from '../plan/habits.ts';
import { likeReferences, recognise, type RowKey, RowKeys } from '../plan/keys.ts';
import { type Plan, plan, planContext } from '../plan/plan.ts';
import type { RunHooks } from '../results/hooks.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { Pace } from '../results/pace.ts';
import { isSaidAtEnd, notStarted, result, type RowResult } from '../results/result.ts';
import type { ResultsFile } from '../results/results-file.ts';
import type { AnsweredIds } from '../results/witness.ts';
import type { RunContext } from './context.ts';
import type { Feed } from './feed.ts';
import { noteRows, runRow } from './outcome.ts';
import type { Pages } from './pages.ts';
import { asItWent, paidBefore } from './paid-before.ts';
import { processRow } from './process-row.ts';
import type { Turn } from './turns.ts';

export class FileChanged extends Error {}

export interface SecondPass {
  readonly handle: FileHandle;
  readonly checked: Checked;
  readonly context: RunContext;
  readonly results: ResultsFile;
  readonly feed: Feed;
  readonly hooks: RunHooks;
  readonly pages: Pages;
  readonly pace: Pace;
  /** What the first pass found by comparing with earlier runs. */
  readonly habits: HistoryChecks | undefined;
  /** Whether another live run holds some of the keys. */
  readonly contested: boolean;
  readonly answered: AnsweredIds;
}

interface Keyed {
  readonly row: BatchRow;
  readonly key: RowKey;
  /** Place among the file's rows, 0-based. */
  readonly at: number;
}

/** Errors: {@link FileChanged}. */
export async function secondPass(pass: SecondPass): Promise<void> {
  const { context, checked, results, feed, pages } = pass;
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
  pages.begin(columnsOf(file.header), checked.facts);
  let taken = 0;
  for await (const rows of file.rows()) {
    const keyed = rows.map((row): Keyed => ({ row, key: keys.keyOf(row), at: taken++ }));
    await pages.cells(taken - rows.length, cells);
    cells = [];
    for (const row of rows) pass.habits?.again(row);
    const notes: RunRow[] = [];
    const recognised = await lookUp(pass, keyed);
    const paid = await paidBefore(context, recognised);
    const now = planContext(context.batchId, context.client.profile, context.clock.now());
    for (const item of recognised) {
      const { row, key, known, heldBy, like } = item;
      const answeredId = known?.state === 'in_doubt' ? pass.answered.of(known) : '';
      const planned = plan(row, key, known, { ...now, heldBy, sameReference: like, answeredId });
      const before = paid.get(key.key);
      const { approved } = context;
      if (approved && planned.do !== 'nothing' && !approved.isOpen(item.at) && planned.do !== 'resend') {
        const closed = approved.closed(known);
        notes.push(runRow(row, noteKey(row, key), closed));
        ended(pass, item, closed);
        continue;
      }
      if (planned.do === 'nothing') {
        notes.push(runRow(row, noteKey(row, key), planned.result));
        ended(pass, item, asItWent(planned.result, before, context));
        continue;
      }
      await feed.add(
        (turn) => work(pass, item, planned, before, turn),
        () => item.at + 1 - results.next,
      );
    }
    await noteRows(context, notes);
  }
  await feed.drain();
}

/** One row that something is to be done about, from the pool to its result. */
async function work(
  pass: SecondPass,
  item: Keyed,
  planned: Exclude<Plan, { do: 'nothing' }>,
  before: PaidRecord | undefined,
  turn: Turn,
): Promise<void> {
  const context: RunContext = { turn, ...pass.context };
  const { row, key } = item;
  const outcome = context.halt.on ? halted(context, planned) : await processRow(context, row, key, planned);
  // What the ledger was not told as an outcome: rows that never started, and rows that are in doubt still.
  if (outcome.status === 'not_sent' || (planned.do === 'resend' && outcome.status === 'in_doubt')) {
    await noteRows(context, [runRow(row, key, outcome)]);
  }
  if (outcome.status !== 'not_sent') pass.pace.row();
  ended(pass, item, asItWent(outcome, before, context));
}

/** The field that each column holds; the operator's own columns by their names. */
const columnsOf = ({ columns, names }: Header): string[] =>
  columns.map((field, at) => field ?? (names[at] ?? '').trim());

function ended({ results, hooks, checked }: SecondPass, { row, at, key }: Keyed, outcome: RowResult): void {
  results.put(at, row, outcome, key.key);
  // Paid, but not as this row says: somebody has to know.
  const good =
    ['created', 'duplicate', 'quoted'].includes(outcome.status) && outcome.errorCode !== 'corrected';
  if (!good && !isSaidAtEnd(outcome)) hooks.problem?.(row.line, outcome.status, outcome.errorMessage);
  hooks.progress?.(results.progress(checked.facts.rows));
}

/** A row with what the ledger knows of it, and the live run that holds it. */
type Recognised = Keyed &
  Record<'known' | 'like', RowRecord | undefined> & { readonly heldBy: string | undefined };

async function lookUp({ context, contested }: SecondPass, keyed: readonly Keyed[]): Promise<Recognised[]> {
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
    return known.map((item, at) => {
      return { heldBy: held.get(names[at] ?? ''), like: like.get(item.row.reference), ...item };
    });
  });
  if (found.ok) return found.value;
  halt.now(found.failure);
  return keyed.map((item) => ({ ...item, known: undefined, heldBy: undefined, like: undefined }));
}

/** A row that repeats a reference of its own file must not be found under that reference. */
function noteKey(row: BatchRow, { key, sequence }: RowKey): { key: string | null; sequence: number } {
  return { key: row.issues.some((issue) => issue.repeats === true) ? null : key, sequence };
}

function halted(context: RunContext, planned: Plan): RowResult {
  if (planned.do === 'resend') {
    return result('in_doubt', {
      errorCode: 'in_doubt',
      errorMessage: `its outcome is unknown, and the run stopped before it could be sent again: ${context.halt.reason}`,
    });
  }
  const outcome = notStarted(context.halt.reason);
  return planned.do === 'continue' ? { ...outcome, createdId: planned.customerId } : outcome;
}
