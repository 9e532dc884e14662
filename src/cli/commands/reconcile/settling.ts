// What a yes to a statement writes: the proven rows are settled, and what a person called not created goes back into doubt. What
// has changed since it was judged is left as it is, and named as it is now.
import { isSince } from '../../../batch/reconcile/when.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import { oneSpelling } from '../../../interface/created-id.ts';
import type { Ledger, ResolveResult } from '../../../ledger/ledger.ts';
import { putBack } from '../../../ledger/resolution.ts';
import type { Resolution } from '../../../ledger/said.ts';
import { sendingsIn } from '../../../ledger/sendings.ts';
import type { Io } from '../../io.ts';
import { BY, type Done, type Judged, type Proven, sayOf, type Verdict } from './words.ts';

/** A person's word with a statement behind it. */
export interface Word {
  readonly judged: Judged;
  readonly file: string;
  readonly by: string;
}

/** As long as it is being made. */
interface Doing {
  readonly settled: Proven[];
  readonly held: Verdict[];
  readonly changed: Verdict[];
  readonly kept: Verdict[];
}

export async function settle(ledger: Ledger, word: Word, proven: readonly Proven[], io: Io): Promise<Done> {
  const done: Doing = { settled: [], held: [], changed: [], kept: [] };
  for (const one of proven) {
    const doubt = word.judged.doubts.get(one.row.key);
    if (!doubt) continue;
    const { key, runId, line } = doubt;
    const why = `statement line ${one.line.line}, by ${BY[one.by]}`;
    const { lastEntry: judgedAt } = doubt;
    const said = { as: 'created', createdId: one.line.id, correct: false, judgedAt } as const;
    const result = await say(ledger, { key, runId, line }, { ...said, why }, word, io);
    if (result.ok) done.settled.push(one);
    else {
      (stateOf(result) === 'in_doubt' ? done.kept : done.changed).push(one);
      io.err(`paybatch: line ${line} is left as it is: ${plain(settledOtherwise(result, one.line.id))}\n`);
    }
  }
  await hold(ledger, word, done, io);
  return done;
}

/** Back into doubt, where no run sends it: the next one would not know of the statement. */
async function hold(ledger: Ledger, word: Word, { held, changed }: Doing, io: Io): Promise<void> {
  const { judged } = word;
  for (const key of new Set(judged.denied.map(({ row }) => row.key))) {
    const line = judged.rows.get(key)?.line;
    // Several where it was sent more than once, with other content: it is one row all the same.
    const verdicts = judged.denied.filter(({ row }) => row.key === key);
    const [one] = verdicts;
    if (line === undefined || !one) continue;
    const why = `the statement may have it: ${sayOf(one)}`;
    const sending = sendingOf(one);
    const said = { as: 'in-doubt', createdId: null, correct: true, ...(sending && { sending }) } as const;
    const result = await say(ledger, { key, runId: judged.runId, line }, { ...said, why }, word, io);
    // Somebody else may have put it back as well; or it was sent again, and that is another doubt.
    const isHeld = result.ok || (await isDoubted(ledger, key, sending));
    (isHeld ? held : changed).push(...verdicts);
    if (!result.ok && !isHeld)
      io.err(`paybatch: line ${line} is left as it is: ${plain(heldOtherwise(result))}\n`);
  }
}

/** The sending that the line is of by its time: no line is older than its request. Where that doesn't tell, the last one. */
function sendingOf(verdict: Verdict): number | undefined {
  const { sendings = [] } = verdict.row;
  const [line] = 'line' in verdict ? [verdict.line] : 'lines' in verdict ? verdict.lines : [];
  const since = sendings.filter((one) => isSince(one, line?.time ?? null) === 'yes');
  return (since.at(-1) ?? sendings[0])?.sending;
}

/** Whether that sending is what the row is in doubt for. */
async function isDoubted(ledger: Ledger, key: string, sending: number | undefined): Promise<boolean> {
  const entries = await ledger.entries(key);
  const { current } = sendingsIn(entries);
  return putBack(entries) !== null && current?.requests.some(({ number }) => number === sending) === true;
}

type Place = Pick<Resolution, 'key' | 'runId' | 'line'>;
type Said = Pick<Resolution, 'as' | 'createdId' | 'correct' | 'sending' | 'judgedAt'> & {
  readonly why: string;
};

/** Into the ledger, with the statement's digest as its reason. */
const say = (
  ledger: Ledger,
  place: Place,
  { why, ...said }: Said,
  { judged, file, by }: Word,
  io: Io,
): Promise<ResolveResult> =>
  ledger.resolve({
    ...place,
    ...said,
    at: new Date(io.now()),
    reason: `${why} (${plainPath(file)}, SHA-256 ${judged.statement.hash})`,
    by,
    sure: false,
  });

type Refused = Extract<ResolveResult, { ok: false }>;

const stateOf = (result: Refused) => ('current' in result ? result.current.state : undefined);

/** Of a row in doubt that the statement proves. */
function settledOtherwise(result: Refused, id: string): string {
  if (result.why === 'id_taken') return 'the id is that of another row by now. Read the statement again';
  if (!('current' in result)) return 'the ledger has no such row';
  if (result.why === 'changed' && result.current.state === 'in_doubt')
    return 'meanwhile it was sent again, or put back in doubt, which this reading did not know. Read the statement again';
  const { state, byPerson, createdId } = result.current;
  if (state === 'created') {
    const how = byPerson ? 'settled as created' : 'paid';
    const twice =
      createdId === null || oneSpelling(createdId) === id
        ? ''
        : `, and this statement has ${id} for it: it may have been paid twice. Look both up at the service`;
    return `meanwhile it was ${how} (${createdId ?? ''})${twice}`;
  }
  if (state === 'planned' && byPerson)
    return 'meanwhile a person called it not created, and the next run of its file sends it. If that is wrong, read the statement again with --yes: that puts it back in doubt';
  return `meanwhile it is ${state.replaceAll('_', ' ')}. Read the statement again`;
}

/** Of a row called not created that the statement has. */
function heldOtherwise(result: Refused): string {
  if (!('current' in result)) return 'the ledger has no such row';
  const { state, byPerson, createdId, runId } = result.current;
  if (state === 'in_doubt')
    return `meanwhile it was sent again (run ${runId}), and that is in doubt: with what this statement has, it may have been paid twice. Look both up at the service, then read the statement again. No run sends it now`;
  if (state === 'created' && byPerson)
    return `meanwhile it was settled as created (${createdId ?? ''}). No run sends it`;
  if (state === 'created')
    return `meanwhile a run has sent it again and paid it (${createdId ?? ''}): it may have been paid twice. Look both up at the service`;
  if (state === 'sending')
    return 'a run is sending it now: it may be paid twice. Read the statement again when that run has ended';
  return `meanwhile it is ${state.replaceAll('_', ' ')}. Read the statement again`;
}
