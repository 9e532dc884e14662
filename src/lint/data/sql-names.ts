// The names that a SQL query gives its columns or puts into an object, `SELECT x AS "customerId"`, `json_build_object('customerId',
// x)`: those of a body. A report of the transfers that were made has them, too.
import { camel, type Key, type Model, NO_CONTEXT } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';

const SELECT = /\bselect\b/gi;
const ALIAS = /\bas\s{1,4}(["'`[]?)(\w{1,80})/gi;
const PAIRED = /\bjson_?b?_?(?:build_)?object\s{0,3}\(/gi;
const PAIR_KEY = /(?:^|,)\s{0,20}'(\w{1,80})'\s{0,4}[,:]/g;

/** What is read from the transfers that were made is a report. Bounded: names of 80 characters. */
const REPORTS =
  /\bfrom\s{1,9}(?:["'`\w]{1,80}\.)?["'`]?\w{0,80}(?:transfer|payout|payment|quote)s?["'`]?(?![\w.])/i;
/** As far as the table's name may stand behind the columns. */
const NEXT = 200;

/** `SELECT x AS "customerId"` and `json_build_object('customerId', x)`: each statement's names are one object. */
export function readSql(text: string, model: Model): void {
  const starts = [...text.matchAll(SELECT)].map(({ index }) => index);
  starts.forEach((start, i) => {
    const end = starts[i + 1] ?? text.length;
    const part = text.slice(start, end);
    const isOfRows = REPORTS.test(part);
    const isView = VIEW.test(text.slice(Math.max(0, start - NEAR), start));
    if (!isOfRows || (!isView && isExport(part, ALIASED))) pushNames(part, start, ALIAS, model);
  });
  for (const call of text.matchAll(PAIRED)) {
    const from = call.index + call[0].length;
    const stop = text.slice(from, from + 5_000).search(/;|\bfrom\b/i);
    const end = stop < 0 ? from + 5_000 : from + stop;
    if (isKept(text.slice(Math.max(0, call.index - BEFORE), call.index))) continue;
    const behind = text.slice(end, end + NEXT);
    const isAll = GATHERS.test(text.slice(Math.max(0, call.index - NEAR), call.index));
    const part = text.slice(from, end);
    if (!REPORTS.test(behind) || (!isAll && isExport(part + behind, PAIRED_VALUE)))
      pushNames(part, from, PAIR_KEY, model);
  }
}

/** What a name is given to, and what is put under a name. Bounded: names of 80 characters, texts of 60. */
const ALIASED =
  /(?:\b(?<from>[\w.]{1,80})|'(?<said>[\w ]{1,60})')\s{1,4}as\s{1,4}["'`[]?(?<name>amount|purposeOfPayment)(?!\w)/gi;
const PAIRED_VALUE =
  /'(?=(?:amount|purposeOfPayment)')(?<name>\w{1,80})'\s{0,4}[,:]\s{0,4}(?:(?<from>[\w.]{1,80})|'(?<said>[\w ]{1,60})')(?=\s{0,20}[,)])/gi;
/** A view is read from, and all rows in one text are a report. Bounded: 80 characters. */
const VIEW = /\bview\s{1,4}[\w."`]{1,80}\s{1,4}as\s{0,40}\(?\s{0,40}$/i;
const GATHERS = /\b\w{0,20}agg\s{0,3}\(\s{0,20}(?:distinct\s{1,4})?$/i;
const NEAR = 160;
/** What is told of what became of it, or summed up. */
const TOLD =
  /\bas\s{1,4}["'`[]?(?:id|status|state|created|completed|(?:transfer|payout|payment)_?id|\w{1,40}_?at)(?!\w)|'(?:id|status|state|(?:transfer|payout|payment)_?id|\w{1,40}(?:_at|At))'\s{0,4}[,:]|\bgroup\s{1,9}by\b/i;
/** Rows that aren't sent yet. Bounded: each a few words. */
const OPEN =
  /'(?:due|pending|approved|queued|ready|open|new|unsent|released|to_send|scheduled)'|\b(?:sent|paid|submitted|transfer_id|exported)(?:_at|_on)? is null\b|\bnot (?:is_)?(?:sent|paid|exported)\b/i;
const isOpen = (part: string): boolean => {
  const where = part.search(/\bwhere\b/i);
  return where >= 0 && OPEN.test(part.slice(where, where + NEXT).replace(/\s+/g, ' '));
};

/** Rows of one's own payouts as bodies of the service: under its names, whatever their own are; or those that are still open. */
function isExport(part: string, given: RegExp): boolean {
  if (TOLD.test(part) || !/customerId/.test(part)) return false;
  if (!/purposeOfPayment|externalAccountId/.test(part)) return false;
  return isOpen(part) || [...part.matchAll(given)].some(isGivenAnew);
}

/** `p.gbp AS "amount"`, `'PaymentForGoods' AS "purposeOfPayment"`. */
function isGivenAnew({ groups }: RegExpMatchArray): boolean {
  const { from, said, name }: Partial<Record<string, string>> = groups ?? {};
  if (said !== undefined) return name === 'purposeOfPayment';
  return name === 'amount' && from !== undefined && !/(?:^|\.)amount$/i.test(from);
}

/** A statement begins as near as this before an object that it makes. */
const BEFORE = 600;
/** Bounded: a name of 120 characters, the text before an object. */
const STORES = /^\s*(?:insert\s+into|update)\s+([\w."`[\]]{1,120})|\bpg_notify\s{0,4}\(/i;
/** Tables whose rows a worker sends as they are. */
const QUEUES = /outbox|queue|request|job|http|pending|dispatch/i;
const STATEMENT = /;|\bbegin\b|\bthen\b|\belse\b|\$\w{0,20}\$/gi;

/** Put into a table of one's own, or told to whoever listens: an audit, a history, no request. */
function isKept(before: string): boolean {
  const opened = [...before.matchAll(STATEMENT)].at(-1);
  const statement = before.slice(opened ? opened.index + opened[0].length : 0);
  const stored = STORES.exec(statement);
  return stored !== null && !QUEUES.test(stored[1] ?? '') && !/http/i.test(statement.slice(stored[0].length));
}

function pushNames(part: string, from: number, pattern: RegExp, model: Model): void {
  const keys: Key[] = [];
  for (const found of part.matchAll(pattern)) {
    const groups: readonly (string | undefined)[] = found; // one that took no part has no text
    const written = groups.findLast((group) => group !== undefined) ?? '';
    if (!INTEREST.has(camel(written))) continue;
    const start = from + found.index + found[0].lastIndexOf(written);
    const at = { start, end: start + written.length };
    keys.push({ name: camel(written), written, at, value: { kind: 'other' } });
  }
  const [first] = keys;
  // A query reads; only the fields of a request, spelt as they are, say that it makes one.
  const spelt = keys.filter(({ written }) => /[a-z][A-Z]/.test(written)).length;
  if (first && spelt >= 2) model.objects.push({ keys, at: first.at, context: NO_CONTEXT, kind: 'literal' });
}
