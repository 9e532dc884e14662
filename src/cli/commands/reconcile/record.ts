// What a yes to a statement records: proven rows in doubt are created, and a proven row that was resolved as not created goes
// back in doubt. A row that has changed since it was read is left as it is, and that is printed.
import { plain, plainPath } from '../../../files/plain.ts';
import type { Ledger, ResolveResult } from '../../../ledger/ledger.ts';
import type { Io } from '../../io.ts';
import type { LedgerRow } from './rows.ts';
import { EVIDENCE, type Proven } from './words.ts';

/** Who says it, by which statement. */
export interface Word {
  readonly file: string;
  readonly hash: string;
  readonly by: string;
}

/** The rows that were recorded. */
export async function record(
  ledger: Ledger,
  proven: readonly Proven[],
  word: Word,
  io: Io,
): Promise<ReadonlySet<LedgerRow>> {
  const recorded = new Set<LedgerRow>();
  for (const one of proven) {
    const { row } = one;
    const result = await resolveRow(ledger, one, word, io);
    if (result.ok) recorded.add(row);
    else io.err(`paybatch: line ${row.line} was not changed: ${refusalText(result, one)}\n`);
  }
  return recorded;
}

function resolveRow(
  ledger: Ledger,
  { row, by, line, equals }: Proven,
  { file, hash, by: person }: Word,
  io: Io,
): Promise<ResolveResult> {
  const which =
    equals.length > 1 ? `one of ${equals.length} equal lines, such as ${line.line}` : `line ${line.line}`;
  const { key, runId, isInDoubt, lastEntry } = row;
  return ledger.resolve({
    ...{ key, runId, line: row.line, by: person, sure: false, at: new Date(io.now()), judgedAt: lastEntry },
    ...(isInDoubt
      ? { as: 'created', createdId: line.id === '' ? null : line.id, correct: false }
      : { as: 'in-doubt', createdId: null, correct: true }),
    reason: `statement ${which}, by ${EVIDENCE[by]} (${plainPath(file)}, SHA-256 ${hash})`,
  });
}

function refusalText(result: Extract<ResolveResult, { ok: false }>, { row, line }: Proven): string {
  if (result.why === 'id_taken') return `another row has the transfer id ${plain(line.id)} by now`;
  if (result.why === 'unknown') return 'the ledger has no such row';
  const { state, createdId } = result.current;
  if (state === 'created' || state === 'sending') {
    const how =
      state === 'created'
        ? `it is created now (${plain(createdId ?? 'no transfer id')})`
        : 'a run is sending it now';
    return `${how}. If it was sent again, it may have been paid twice: look both payments up at the service`;
  }
  if (state === 'planned' && row.isInDoubt)
    return 'it was resolved as not created meanwhile, and the next run of its file sends it. Read the statement again';
  return `it is ${state.replace('_', ' ')} now, and somebody has changed it since. Read the statement again`;
}
