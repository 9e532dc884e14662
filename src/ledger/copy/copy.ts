// A ledger is carried over to another place. At no moment can two copies pay: the copy is filled and judged first, and is no
// ledger yet; then the source is sealed, durably; then the copy becomes the ledger (../moved.ts). Killed before the seal,
// the source is as it was. Killed after it, nobody pays until the same copy is started again: it finds a sealed source that
// names this target, and goes on.
import { LedgerError } from '../ledger-error.ts';
import { isAway, movedAway } from '../moved.ts';
import { LEDGER_TABLES } from '../store/tables.ts';
import type { Tip } from '../tip.ts';
import { refuseDifferences, type Summary, summaryOf } from './compare.ts';
import type { Found, Source, SourceFacts, Target } from './sides.ts';

export const COPY_POINTS = ['locked', 'half', 'filled', 'compared', 'sealed', 'arrived', 'heard'] as const;
export type CopyPoint = (typeof COPY_POINTS)[number];

export interface Copied {
  readonly from: string;
  readonly to: string;
  readonly ledgerId: string;
  readonly tip: Tip;
  readonly summary: Summary;
  /** Requests in doubt whose host hasn't reported back, where the target keeps no hosts. */
  readonly unreported: number;
  /** Goes on with a copy that was broken off after the source was sealed. */
  readonly resumed: boolean;
}

/** `at`: for crash tests, called at each named point. Errors: {@link LedgerError}; then the target is no ledger. */
export async function copyLedger(
  source: Source,
  target: Target,
  at: (point: CopyPoint) => void = () => undefined,
): Promise<Copied> {
  const facts = await source.facts();
  at('locked');
  const resumed = isAway(facts.move);
  refuseSource(source, target, facts);
  const found = await target.look();
  const done = { from: source.name, to: target.name, ledgerId: facts.id, resumed };
  if (resumed && found.kind === 'ledger' && (await target.hasLink(await source.tip()))) {
    await source.heard(facts.move);
    return { ...done, tip: await target.tip(), summary: await summaryOf(target), unreported: 0 };
  }
  refuseTarget(target, facts, found);
  const move = resumed ? facts.move : await source.seal(target.name);
  const summary = await summaryOf(source);
  const keepsHosts = await fill(source, target, facts, at);
  at('filled');
  await compare(source, target, summary);
  at('compared');
  await source.commit();
  at('sealed');
  const tip = await target.arrive(move);
  at('arrived');
  await source.heard(move);
  at('heard');
  return { ...done, tip, summary, unreported: keepsHosts ? 0 : facts.unreported };
}

function refuseSource(source: Source, target: Target, { move, open }: SourceFacts): void {
  if (isAway(move) && (move.done !== null || move.target !== target.name)) throw movedAway(move, source.name);
  if (open.length === 0) return;
  throw new LedgerError(
    `the ledger ${source.name} can't be moved while a run is open: ${open.join('; ')}. Copy it when all runs have ended (a run of several hosts: when paybatch status says so, or after paybatch stop RUN)`,
    undefined,
    'ledger_busy',
  );
}

function refuseTarget(target: Target, { id }: SourceFacts, found: Found): void {
  if (found.kind === 'none' || (found.kind === 'unfinished' && (found.id === id || found.id === ''))) return;
  const what = found.kind === 'ledger' ? 'a ledger' : 'an unfinished copy of another ledger';
  throw new LedgerError(
    `there is ${what} at ${target.name} already (id ${found.id}), and nothing was changed: a copy makes its ledger itself, at a place that is free`,
    undefined,
    'ledger_exists',
  );
}

/** Returns whether the target also keeps what only several hosts need. */
async function fill(
  source: Source,
  target: Target,
  facts: SourceFacts,
  at: (point: CopyPoint) => void,
): Promise<boolean> {
  await target.begin(facts);
  for (const table of Object.keys(LEDGER_TABLES)) {
    for await (const page of source.pages(table)) await target.insert(table, page);
    if (table === 'entries') at('half');
  }
  let kept = true;
  for await (const { table, rows } of source.beside()) kept &&= await target.insertBeside(table, rows);
  await target.filled();
  return kept;
}

/** By counts, totals and head first, which says what is missing; then each record by the chain. */
async function compare(source: Source, target: Target, summary: Summary): Promise<void> {
  const [before, after] = [await source.tip(), await target.tip()];
  refuseDifferences(target.name, { ...summary, tip: before }, { ...(await summaryOf(target)), tip: after });
  const { found, findings } = await target.verify();
  if (found === 0) return;
  const [first] = findings;
  throw new LedgerError(
    `the copy at ${target.name} is not whole by its own chain (${first?.kind ?? ''} ${first?.where ?? ''}, ${found} findings), and is not used: paybatch ledger verify says whether ${source.name} is`,
    undefined,
    'ledger_format',
  );
}
