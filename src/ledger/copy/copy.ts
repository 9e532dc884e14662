// Moves a ledger (ledger copy). At no moment can two copies pay. First the copy is filled and verified, but is not
// yet a ledger. Then the source is sealed, durably. Then the copy becomes the ledger (../move.ts). If the process is
// killed before the seal, the source is unchanged. If it is killed after the seal, nobody pays until the same command
// is run again, which continues.
import { isDeepStrictEqual } from 'node:util';

import { refusal } from '../ledger-error.ts';
import { isAway, movedAway, type MoveRecord } from '../move.ts';
import type { PostgresAddress } from '../postgres/address.ts';
import type { Tip } from '../records.ts';
import type { Tx } from '../store/changes.ts';
import { ask, asText, type Question } from '../store/question.ts';
import { headAt, readMove, readTip } from '../store/reads.ts';
import { nextId } from '../store/runs.ts';
import { type LedgerFacts, type LedgerSummary, pagesOf, readFacts, summaryOf } from './contents.ts';
import { withFileSource, withFileTarget } from './file.ts';
import { copyMessage } from './messages.ts';
import type { SourceOptions } from './postgres.ts';
import type { CopySource, CopyTarget } from './sides.ts';

export const COPY_POINTS = ['locked', 'half', 'filled', 'compared', 'sealed', 'arrived', 'recorded'] as const;
export type CopyPoint = (typeof COPY_POINTS)[number];

export type FromPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly opening: SourceOptions };
export type ToPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly address: PostgresAddress };

export interface CopyJob {
  readonly from: FromPlace;
  readonly to: ToPlace;
  readonly now: () => Date;
  /** Where this host remembers that the source is sealed. */
  readonly stateFolder: string;
  /** For crash tests, called at each named point. */
  readonly at?: ((point: CopyPoint) => void) | undefined;
}

export interface Copied {
  readonly from: string;
  readonly to: string;
  readonly ledgerId: string;
  readonly tip: Tip;
  readonly summary: LedgerSummary;
  /** Continues a copy that was interrupted after the source was sealed. */
  readonly resumed: boolean;
}

/** The target is locked first. Errors: {@link LedgerError}. Then the target is not a ledger. */
export async function copyBetween(job: CopyJob): Promise<Copied> {
  const { from, to, now } = job;
  const carry = async (target: CopyTarget): Promise<Copied> => {
    const work = (source: CopySource): Promise<Copied> => copyLedger(source, target, job);
    if (from.kind === 'file') return withFileSource(from.path, job, work);
    return (await import('./postgres.ts')).withPostgresSource(from.opening, work);
  };
  if (to.kind === 'file') return withFileTarget(to.path, now, carry);
  return (await import('./postgres.ts')).withPostgresTarget(to.address, now, carry);
}

async function copyLedger(source: CopySource, target: CopyTarget, { now, at }: CopyJob): Promise<Copied> {
  if (!isAway(await source.read(readMove()))) await recover(source, now());
  await source.hold();
  const facts = await source.read(readFacts());
  const sealed = await source.read(readMove());
  at?.('locked');
  const resumed = isAway(sealed);
  refuseSource(source, target, sealed, facts);
  const there = await target.look();
  const done = { from: source.name, to: target.name, ledgerId: facts.id, resumed };
  if (resumed && there !== undefined && (await hasTip(target, await source.read(readTip())))) {
    await recordArrival(source, sealed, now());
    const summary = await summaryOf(target);
    return { ...done, tip: summary.tip, summary };
  }
  if (there !== undefined)
    throw refusal('ledger_exists', copyMessage('target_taken', { target: target.name, id: there }));
  const move = resumed ? sealed : await source.write((tx) => seal(tx, source.name, target.name, now()));
  const summary = await summaryOf(source);
  await fill(source, target, facts, at);
  at?.('filled');
  await compare(source, target, summary);
  at?.('compared');
  await source.commit();
  at?.('sealed');
  const tip = await target.arrive(function* ({ changes }) {
    yield [];
    const { id, at: movedAt, source: from, target: to } = move;
    changes.chainRow('moves', { id, at: movedAt, source: from, target: to, arrived: now().getTime() });
  });
  at?.('arrived');
  await recordArrival(source, move, now());
  at?.('recorded');
  return { ...done, tip, summary };
}

/** Puts the rows of dead runs in doubt. The source is opened as a run opens it, since it must be fit for one. */
async function recover(source: CopySource, now: Date): Promise<void> {
  for (const { name } of await source.read(ask('SELECT name FROM environments'))) {
    const ledger = await source.open(asText(name));
    try {
      await ledger.recover(now);
    } finally {
      await ledger.close();
    }
  }
}

function refuseSource(
  source: CopySource,
  target: CopyTarget,
  move: MoveRecord | undefined,
  { open }: LedgerFacts,
): void {
  if (isAway(move) && (move.done !== null || move.target !== target.name)) throw movedAway(move, source.name);
  if (open.length === 0) return;
  throw refusal('ledger_busy', copyMessage('runs_open', { ledger: source.name, open }));
}

/** Whether the ledger at the target has the source's end in its chain. */
const hasTip = async (target: CopyTarget, { link, head }: Tip): Promise<boolean> =>
  (await target.read(headAt(link))) === head;

function* seal(tx: Tx, source: string, target: string, now: Date): Question<MoveRecord> {
  const move = { id: yield* nextId(tx, 'moves'), at: now.getTime(), source, target, arrived: null };
  tx.changes.chainRow('moves', move);
  return { ...move, done: null };
}

/** Records in the source that the copy has arrived. It is never made again. */
async function recordArrival(source: CopySource, { id }: MoveRecord, now: Date): Promise<void> {
  await source.read(ask('UPDATE moves SET done = $1 WHERE id = $2', now.getTime(), id));
  await source.commit();
}

async function fill(
  source: CopySource,
  target: CopyTarget,
  { id, createdAt }: LedgerFacts,
  at: CopyJob['at'],
): Promise<void> {
  await target.begin(id, createdAt);
  for (const [name, table] of Object.entries(source.tables)) {
    if (!(name in target.tables)) continue;
    for await (const page of pagesOf(source, name, table)) await target.insert(name, page);
    if (name === 'entries') at?.('half');
  }
}

/** Compares counts, totals and head, and verifies each record of the copy. */
async function compare(source: CopySource, target: CopyTarget, summary: LedgerSummary): Promise<void> {
  const isSame = isDeepStrictEqual(summary, await summaryOf(target));
  const { found, findings } = await target.verify();
  if (isSame && found === 0) return;
  const [first] = findings;
  const { kind = '', where = '' } = first ?? {};
  throw refusal(
    'ledger_format',
    copyMessage('copy_not_whole', { target: target.name, source: source.name, kind, where, found }),
  );
}
