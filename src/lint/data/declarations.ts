// Declarations of what goes over the wire: messages of Protocol Buffers, inputs and enumerations of GraphQL. Fields that say
// themselves that they end are left alone.
import { blank } from '../model/lines.ts';
import { camel, type Context, type Key, type Model, NO_CONTEXT } from '../model/model.ts';
import { INTEREST, REMOVED_TYPES } from '../model/words.ts';
import { answeredOnly } from './exchanged.ts';

/** Bounded: what stands between a name and its bracket, 200 characters. */
const BLOCK = /\b(message|input|type|interface|enum|extend\s+input)\s+(\w{1,200})\b[^{}\n;]{0,200}\{/g;
/** Bounded: arguments of 400 characters; the name has one beginning. */
const GRAPHQL_FIELD = /(?:^|[{,\s])(\w+)\s{0,3}(?:\([^)]{0,400}\))?\s{0,3}:\s{0,3}[[\w]([^\n,}]*)/g;

export function readDeclarations(text: string, language: 'proto' | 'graphql', model: Model): void {
  const blocks = [...text.matchAll(BLOCK)].map((found) => {
    const [whole, kind = '', name = ''] = found;
    const from = found.index + whole.length;
    const close = text.indexOf('}', from);
    const nameAt = found.index + whole.indexOf(name, kind.length);
    return { kind, name, nameAt, from, to: close < 0 ? text.length : close };
  });
  const answered = language === 'proto' ? answeredOnly(text, blocks) : NONE;
  for (const { kind, name, nameAt, from, to } of blocks) {
    const body = text.slice(from, to);
    // What a query answers is never sent.
    const reading = (language === 'graphql' && /^(type|interface)$/.test(kind)) || answered.has(name);
    const context: Context = { ...NO_CONTEXT, names: [name], reading };
    if (kind === 'input' && !SAYS_WHAT.test(body)) continue;
    if (kind === 'enum') enumeration(body, from, nameAt, name, model);
    else pushFields(language === 'proto' ? protoFields(body) : graphqlFields(body), from, context, model);
  }
}

/** What a transfer is for or where it goes, a quote's own name, or a customer's: an input that says none of these is of one's own. */
const SAYS_WHAT =
  /purposeOfPayment|purpose_of_payment|receiverAmount|destination|source|[qQ]uote|usiness|compliance|regulated|document/;

const NONE: ReadonlySet<string> = new Set();

interface Field {
  readonly written: string;
  readonly index: number;
  /** What stands behind it: options, a default. */
  readonly rest: string;
}

/** `repeated string name = 1 [deprecated = true];`, a semicolon behind each. */
function protoFields(body: string): Field[] {
  let at = 0;
  return body
    .replace(/\/\/[^\n]*/g, blank)
    .split(/[\n;]/)
    .flatMap((part): Field[] => {
      const from = at;
      at += part.length + 1;
      const line = `${part};`;
      const sign = line.indexOf('=');
      const head = line.slice(0, Math.max(0, sign)).trimEnd();
      const name = head.slice(Math.max(head.lastIndexOf(' '), head.lastIndexOf('\t')) + 1);
      const rest = /^\s*\d([^;]*);/.exec(line.slice(sign + 1))?.[1];
      if (rest === undefined || name === '' || !/[\w>]\s/.test(head.slice(0, head.length - name.length)))
        return [];
      return [{ written: name, index: from + head.length - name.length, rest }];
    });
}

function graphqlFields(body: string): Field[] {
  return [...body.matchAll(GRAPHQL_FIELD)].map((found) => {
    const [whole, written = '', rest = ''] = found;
    return { written, index: found.index + whole.indexOf(written), rest };
  });
}

function pushFields(fields: readonly Field[], from: number, context: Context, model: Model): void {
  const keys: Key[] = [];
  for (const { written, index, rest } of fields) {
    const name = camel(written);
    if (!INTEREST.has(name) || /deprecated/.test(rest)) continue;
    const start = from + index;
    keys.push({ name, written, at: { start, end: start + written.length }, value: { kind: 'other' } });
  }
  const [first] = keys;
  if (first) model.objects.push({ keys, at: first.at, context, kind: 'type' });
}

function enumeration(body: string, from: number, nameAt: number, name: string, model: Model): void {
  const context: Context = { ...NO_CONTEXT, names: [name] };
  const items = [...body.matchAll(/[A-Za-z]\w*/g)].map((word) => ({
    text: word[0],
    at: { start: from + word.index, end: from + word.index + word[0].length },
  }));
  const removed = items.filter(({ text }) => REMOVED_TYPES.has(text));
  for (const { text, at } of removed) model.texts.push({ text, at, key: name, context, compared: false });
  if (removed.length > 0)
    model.lists.push({ items, at: { start: nameAt, end: nameAt + name.length }, context, enumerates: true });
}
