// What a statement says of rows that a person called not created, for people: above the question, and at the end.
import { plain } from '../../../files/plain.ts';
import type { Done, Judged, Proven, Verdict } from './words.ts';
import { isPutBack, rowsText, sayOf } from './words.ts';

/** What a person said, and the statement doubts: shown before anybody is asked. */
export function deniedHead(judged: Judged): string {
  const { denied } = judged;
  if (denied.length === 0) return '';
  return `${rowsText(rowsIn(denied))} called not created may have been paid after all:\n${listOf(denied, judged)}\n`;
}

/** A row that was sent more than once, each time with other content, has a verdict for each sending: it is one row. */
const rowsIn = (verdicts: readonly Verdict[]): number => new Set(verdicts.map(({ row }) => row.key)).size;

/** The next run of the file would pay these rows, unless they are held. */
export function deniedText(judged: Judged, { held, changed }: Done): string {
  const free = judged.denied.filter((one) => !held.includes(one) && !changed.includes(one));
  return heldText(held, judged) + freeText(free, judged);
}

function heldText(held: readonly Verdict[], judged: Judged): string {
  const [first] = held;
  if (!first) return '';
  const count = rowsIn(held);
  const [is, it, was] = count === 1 ? ['is', 'it', 'it was'] : ['are', 'them', 'one was'];
  return (
    `${rowsText(count)} called not created ${is} in doubt again. No run sends ${it} now. Once you know that ${was} paid:\n` +
    commandFor(first, judged, true) +
    sentOftenText(held)
  );
}

/** One word alone can stand again: of rows with several verdicts the first was put back. */
function sentOftenText(held: readonly Verdict[]): string {
  const seen = new Set<string>();
  const often = new Set<string>();
  for (const { row } of held) (seen.has(row.key) ? often : seen).add(row.key);
  if (often.size === 0) return '';
  const [was, it] = often.size === 1 ? ['was', 'it'] : ['were', 'each'];
  return `${rowsText(often.size)} of these ${was} sent more than once, and the statement may have more than one of the payments: then ${it} was paid more than once. In doubt is the sending that is listed first; look up the others as well. What was paid too much has to be claimed back.\n`;
}

function freeText(free: readonly Verdict[], judged: Judged): string {
  const [first] = free;
  if (!first) return '';
  const count = rowsIn(free);
  const [is, it, was] = count === 1 ? ['is', 'it', 'it was'] : ['are', 'them', 'one was'];
  return (
    `${rowsText(count)} called not created ${is} left so. The next run of the file sends ${it} again. --yes puts ${it} back in doubt, where no run sends ${it}. If you know that ${was} paid, say so now:\n` +
    commandFor(first, judged, false)
  );
}

/** Proven rows that stay in doubt, since a person had said otherwise. */
export function putBackText(judged: Judged, { settled }: Done): string {
  const open = judged.verdicts.filter(
    (one): one is Proven => one.is === 'proven' && isPutBack(one, judged) && !settled.includes(one),
  );
  const [first] = open;
  if (!first) return '';
  const { runId, line } = judged.doubts.get(first.row.key) ?? { runId: judged.runId, line: '' };
  const command = `  paybatch resolve ${runId} --line ${line} --reason "how you know" --as`;
  const [it, was] = open.length === 1 ? ['it', 'it was'] : ['them', 'one was'];
  return (
    `${rowsText(open.length)} that a statement put back in doubt stay${open.length === 1 ? 's' : ''} so, since a person had called ${it} not created. Look at the service; --correct settles as created what this statement proves. If you know that ${was} paid, or was not:\n` +
    `${command} created --transfer-id ${pasted(first.line.id)}\n${command} not-created --correct\n`
  );
}

/** An id as a shell takes it for one word, whatever stands in it. */
const pasted = (id: string): string =>
  /^[\w.:-]+$/.test(id) ? id : `'${plain(id, 200).replaceAll("'", "'\\''")}'`;

/** Lines that prove nothing, and may be such rows all the same: nothing is changed for them. */
export function unsureText(judged: Judged): string {
  const { unsure } = judged;
  const [first] = unsure;
  if (!first) return '';
  const [it, was] = unsure.length === 1 ? ['it', 'it was'] : ['them', 'one was'];
  return (
    `\n${rowsText(unsure.length)} called not created may have been paid after all. Nothing proves it:\n${listOf(unsure, judged)}` +
    `Nothing was changed, and the next run of the file sends ${it} again: look first. If ${was} paid, say so before that run:\n` +
    commandFor(first, judged, false)
  );
}

/** What nothing here can mend: the money has left twice. */
export function twiceText(judged: Judged, { settled }: Done): string {
  const { twice } = judged;
  if (twice.length === 0) return '';
  const done = new Set(settled.map(({ row }) => row.key));
  const open = twice.find(({ row }) => judged.doubts.has(row.key) && !done.has(row.key));
  const kept = twice.some(({ row }) => done.has(row.key))
    ? 'the payment that was settled now'
    : 'the later payment';
  return (
    `\n${rowsText(twice.length)} called not created and sent again may have been paid twice. The statement has a payment that the later sending doesn't account for:\n${listOf(twice, judged)}` +
    `Look up at the service what was paid. ${open ? openText(open, judged) : `What was paid too much has to be claimed back; the ledger keeps ${kept}.`}\n`
  );
}

/** The row was paid as soon as any of its sendings was. */
function openText(one: Verdict, judged: Judged): string {
  const doubt = judged.doubts.get(one.row.key);
  const isLike = doubt?.amount === one.row.amount && doubt.currency === one.row.currency;
  const how = isLike
    ? `settle it as created with that payment's id:\n${commandFor(one, judged, true)}`
    : `leave it in doubt, where no run sends it: the later sending was of ${plain(`${doubt?.amount ?? ''} ${doubt?.currency ?? ''}`)}.\n`;
  return `The later sending is in doubt. If you find this payment alone, the row is paid, once, and what is in doubt must not be called not created, or the next run pays it a second time; ${how}If you find both, settle it as created with the later one's id; the other has to be claimed back.\n`;
}

/** Two sendings that lie too near to each other for what is written of the time. */
export function unclearText(judged: Judged): string {
  const { unclear, statement } = judged;
  if (unclear.length === 0) return '';
  const isLocal = statement.lines.some(({ time }) => time?.isLocal === true);
  const how = isLocal
    ? ` Times such as 2026-11-22T13:32:11Z, which name their zone, may tell. So may a statement with all of the booking days from the one before the first sending to the one after the last.`
    : '';
  return (
    `\n${rowsText(unclear.length)} called not created and sent again: this statement can't tell whether ${unclear.length === 1 ? 'it was' : 'each was'} paid once or twice. A payment may be of either sending, by its time:\n${listOf(unclear, judged)}` +
    `Look up at the service what was paid.${unclear.some(({ row }) => row.isByBadClock === true) ? BAD_CLOCK : how}\n`
  );
}

const BAD_CLOCK =
  " In the ledger their times run backwards: this machine's clock was set back, or had been ahead, so they don't tell which payment is whose. Set the clock, and keep it set (NTP). A statement of the week before and the week after the sendings may tell.";

/** What a yes would do. */
export function yesDoes(proven: number, { denied, rows }: Judged): string {
  const [first] = denied;
  const count = rowsIn(denied);
  const which =
    count === 1
      ? `line ${rows.get(first?.row.key ?? '')?.line ?? ''} (called not created)`
      : `${rowsText(count)} called not created`;
  if (proven === 0) return `Put ${which} back in doubt`;
  return `Settle the ${proven} proven as created${first ? `, and put ${which} back in doubt` : ''}`;
}

function commandFor({ is, ...one }: Verdict, { rows, runId }: Judged, isHeld: boolean): string {
  const by = one.row.sentBy ?? { runId, line: rows.get(one.row.key)?.line ?? '' };
  const id = is === 'proven' && 'line' in one ? pasted(one.line.id) : 'ID';
  return `  paybatch resolve ${by.runId} --line ${by.line} --as created --transfer-id ${id} --reason "how you know"${isHeld ? '' : ' --correct'}\n`;
}

function listOf(verdicts: readonly Verdict[], { rows }: Judged): string {
  const lines = verdicts.map((verdict) => {
    const { row } = verdict;
    const known = rows.get(row.key);
    const by = plain(row.calledBy ?? 'a person');
    const name = [row.reference, `${row.amount} ${row.currency}`]
      .filter((text) => text.trim() !== '')
      .join(', ');
    return `  line ${known?.line ?? ''} (${plain(name)}), called not created by ${by}: ${sayOf(verdict)}\n`;
  });
  return lines.join('');
}
