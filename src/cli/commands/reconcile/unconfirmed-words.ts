// What a statement can't confirm of rows that a person called not created, and why, in words: not found is not "not paid" there.
import { plain } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import { isFree } from '../../../ledger/state.ts';
import type { Called } from './called.ts';
import { isTold, type Why } from './unconfirmed.ts';
import { besideText } from './why-text.ts';
import { type Judged, rowsText } from './words.ts';

/** Of rows that the next run of their file sends, and of those that were sent again. */
export function unconfirmedText(judged: Judged): string {
  const kinds: readonly Why['is'][] = ['ends', 'otherwise', 'absent'];
  return kinds
    .flatMap((kind) => {
      const rows = judged.unconfirmed.filter((row) => judged.why.get(row)?.is === kind);
      const free = rows.filter(({ now }) => isFree(now.state));
      const again = rows.filter(({ now }) => !isFree(now.state));
      return [freeText(kind, free, judged), againText(kind, again, judged)];
    })
    .join('');
}

function freeText(kind: Why['is'], rows: readonly Called[], judged: Judged): string {
  if (rows.length === 0) return '';
  const count = countOf(rows);
  const [it, its] = count === 1 ? ['it', 'its payment'] : ['them', 'their payments'];
  return `\n${rowsText(count)} called not created can't be confirmed: ${claim(kind, its, judged)}:\n${sentList(rows, judged)}Not found is not "not paid" here, and the next run of the file sends ${it} again. ${sentence(remedy(kind))}, first.\n`;
}

function againText(kind: Why['is'], rows: readonly Called[], judged: Judged): string {
  if (rows.length === 0) return '';
  const it =
    kind === 'ends' ? `it may end before the earlier payment${spanText(judged)}` : claim(kind, '', judged);
  return `\n${rowsText(countOf(rows))} called not created and sent again may have been paid twice, for all that this statement says: ${it}:\n${sentList(rows, judged)}${sentence(remedy(kind))}.\n`;
}

function claim(kind: Why['is'], its: string, judged: Judged): string {
  switch (kind) {
    case 'ends':
      return `this statement may not reach to ${its}${spanText(judged)}`;
    case 'otherwise':
      return 'this statement writes payments otherwise than they were sent';
    case 'absent':
      return "this statement doesn't have what was paid beside it either";
  }
}

function remedy(kind: Why['is']): string {
  switch (kind) {
    case 'ends':
      return "a bank's days begin and end at its own midnight, hours from that of UTC: read an export of the whole days from the one before the sending to the one after it, or one whose times name their zone (2026-11-22T13:32:11Z)";
    case 'otherwise':
      return "read an export with what each payee was to get: amounts such as 1251.00, currencies such as GBP, the service's ids as payees; if another column has that, name it with --map";
    case 'absent':
      return 'it may be of another account, or list only some of the payments: read the whole export of the account that paid';
  }
}

const sentence = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

const countOf = (rows: readonly Called[]): number => new Set(rows.map(({ key }) => key)).size;

function sentList(called: readonly Called[], { rows, why }: Judged): string {
  const lines = called.map((row) => {
    const name = [row.reference, `${row.amount} ${row.currency}`].filter((text) => text.trim() !== '');
    const told = why.get(row);
    const because = told && told.is !== 'ends' ? `; ${besideText(told)}` : '';
    return `  line ${rows.get(row.key)?.line ?? ''} (${plain(name.join(', '))}), sent ${sentAt(row)}${because}\n`;
  });
  return lines.join('');
}

function sentAt(row: Called): string {
  const at = row.sendings?.at(-1)?.fromMs ?? row.fromMs;
  const clock =
    row.isByBadClock === true ? ", by a clock that was wrong or set back: the day isn't certain" : '';
  return `${momentText(new Date(at), 'minute')}${clock}`;
}

/** What was sent again, in a statement of the later days alone: it needn't be read for what was before, and says nothing of it. */
export function beginsBehindText(judged: Judged): string {
  const { beginsBehind } = judged;
  if (beginsBehind.length === 0) return '';
  const [was, first] =
    countOf(beginsBehind) === 1 ? ['was', 'the first sending'] : ['were', 'a first sending'];
  return `\n${rowsText(countOf(beginsBehind))} called not created ${was} sent again. This statement begins behind ${first}, so it doesn't tell whether that was paid as well:\n${sentList(beginsBehind, judged)}`;
}

function spanText({ statement: { lines } }: Judged): string {
  const told = lines.filter(isTold);
  const [untold] = lines.filter((line) => !isTold(line));
  if (told.length === 0 && untold)
    return ` (no line of it is known to be a payment that was made: of line ${untold.line}, ${plain(untold.reserve ?? '', 200)})`;
  const times = told.flatMap(({ time }) => (time === null ? [] : [time]));
  const [first] = times;
  if (!first)
    return lines.length === 0 ? ' (it has no lines)' : ' (none of its lines has a time that can be read)';
  const from = times.reduce((least, { fromMs }) => Math.min(least, fromMs), first.fromMs);
  const to = times.reduce(
    (most, one) => Math.max(most, one.toMs > one.fromMs ? one.fromMs : one.toMs),
    first.fromMs,
  );
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return day(from) === day(to)
    ? ` (all it has is of ${day(from)})`
    : ` (it has lines of ${day(from)} to ${day(to)})`;
}
