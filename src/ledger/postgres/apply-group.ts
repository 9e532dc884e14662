// A group of writes in one transaction: what they have to know is fetched in one question, then each is decided in turn.
import { kindOfKey } from '../keys.ts';
import type { RowWrite, WriteResults } from '../sqlite/row-write.ts';
import { AtHand, type Wanted } from './at-hand.ts';
import type { Session } from './connections.ts';
import { reopenChunks } from './queue/chunks.ts';
import { countDoubts } from './queue/submissions.ts';
import type { Writer } from './row-store.ts';
import { othersWrote, RowWrites } from './row-writes.ts';
import { goOn } from './runs.ts';
import type { Tx } from './transactions.ts';

export interface Applied {
  readonly results: WriteResults[RowWrite['do']][];
  /** The entries of intents that were taken, by key. */
  readonly made: ReadonlyMap<string, number>;
}

/** What they have to know. Others' writes since are among it where the writer says that there may be some. */
export const atHand = (session: Session, writes: readonly RowWrite[], writer: Writer): Promise<AtHand> =>
  AtHand.fetch(session, writer.environment, wantedBy(writes, writer));

/** `asked`: what is at hand already. Errors: LedgerError, and what is a defect; then nothing of the group is written. */
export async function applyGroup(
  tx: Tx,
  writes: readonly RowWrite[],
  writer: Writer,
  asked?: AtHand,
): Promise<Applied> {
  const hand = asked ?? (await atHand(tx, writes, writer));
  const rows = new RowWrites(tx, hand, writer);
  const results = writes.map((write) => rows.apply(write));
  await countDoubts(tx, rows.doubts);
  await reopenChunks(tx, rows.untold);
  for (const runId of rows.goingOn) await goOn(tx, runId);
  return { results, made: rows.made };
}

function wantedBy(writes: readonly RowWrite[], writer: Writer): Wanted {
  const intents = writes.flatMap((write) => (write.do === 'intend' ? [write.intent] : []));
  const outcomes = writes.flatMap((write) => (write.do === 'record' ? [write] : []));
  const notes = writes.flatMap((write) =>
    write.do === 'note' ? write.rows.map(({ sequence }) => ({ runId: write.runId, sequence })) : [],
  );
  const unsent = writes.flatMap((write) =>
    write.do === 'note'
      ? write.rows.flatMap(({ status, key }) => (status === 'not_sent' && key !== null ? [key] : []))
      : [],
  );
  const others = intents.filter((intent) => othersWrote(intent, writer));
  return {
    intents: intents.map(({ key }) => key),
    keys: [...intents.map(({ key }) => key), ...outcomes.map(({ outcome }) => outcome.key), ...unsent],
    createdIds: outcomes.flatMap(({ outcome: { type, createdId, key } }) =>
      type === 'created' && createdId !== null ? [{ id: createdId, kind: kindOfKey(key) }] : [],
    ),
    runRows: [
      ...notes,
      ...outcomes.map(({ outcome: { runId }, row }) => ({ runId, sequence: row.sequence })),
    ],
    likes: others.filter(({ fingerprint, alikeSince }) => fingerprint !== '' && alikeSince !== null),
    references: intents.filter(
      (intent) =>
        !intent.resend &&
        intent.reference !== null &&
        (intent.alikeSince === null || others.includes(intent)),
    ),
    worker: writer.worker,
    runs: [
      ...new Set([...intents.map(({ runId }) => runId), ...outcomes.map(({ outcome }) => outcome.runId)]),
    ],
  };
}
