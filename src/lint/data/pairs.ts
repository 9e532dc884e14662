// Lines of `name = value`: .env, properties, ini and TOML. A section's keys are an object; a value is a text, a list of
// texts, a path, or an object of its own.
import {
  camel,
  type Context,
  type Key,
  type Model,
  NO_CONTEXT,
  type Span,
  type Value,
} from '../model/model.ts';
import { INTEREST, isPaper, REMOVED_TYPES } from '../model/words.ts';
import { isCaption } from './beside.ts';
import { visitLoose } from './json.ts';
import { readLoose } from './loose.ts';
import { pathsIn } from './paths.ts';
import { wholeRegion } from './region.ts';
import { readWords } from './word-list.ts';

const SECTION = /^\s*\[\[?([^[\]\n]{1,200})\]\]?\s*(?:[#;].*)?$/;
/** Terraform's `variable "customer_document_types" {`. Bounded: names of 120 characters. */
const BLOCK = /^[a-z]\w{0,40}(?:[ \t]{1,4}"[^"\n]{1,120}"){1,2}[ \t]{0,4}\{\s*$/;
const PAIR = /^(\s*(?:export\s+)?)(["']?)([\w.:/-]{1,200})\2[ \t]*(?:=|:(?=\s))[ \t]*/;
const TYPE = /^[A-Z][a-z][A-Za-z]{1,60}$/;
const CUSTOMERS = /customer|onboard|kyb|kyc|compan|business|merchant/i;
/** nginx's `location = /path {` is no setting. Bounded: 300 characters. */
const LOCATION = /^\s{0,40}location\s{1,20}=\s{0,20}[^\s{]{1,200}\s{0,20}\{/;
const COMMENT = /^\s*(?:#|;|\/\/|!)/;

export function readPairs(text: string, model: Model): void {
  let section: string[] = [];
  let keys: Key[] = [];
  let types: Key[] = [];
  const close = (): void => {
    const [first] = keys;
    const context: Context = { ...NO_CONTEXT, names: [...section].reverse() };
    if (first) model.objects.push({ keys, at: first.at, context, kind: 'literal' });
    pushTypes(types, context, model);
    keys = [];
    types = [];
  };
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf('\n', at);
    const end = stop < 0 ? text.length : stop;
    const line = text.slice(at, end);
    const from = at;
    at = end + 1;
    if (COMMENT.test(line) || LOCATION.test(line)) continue;
    if (BLOCK.test(line) || line === '}') {
      close();
      section = /"([^"]*)"[^"]*$/.exec(line)?.slice(1) ?? [];
      continue;
    }
    const named = SECTION.exec(line);
    if (named) {
      close();
      section = (named[1] ?? '').trim().split('.');
      continue;
    }
    const pair = PAIR.exec(line);
    if (!pair) continue;
    const [head, lead = '', quote = '', written = ''] = pair;
    const start = from + lead.length + quote.length;
    const span = { start, end: start + written.length };
    const rest = valueAt(text, from + head.length, end, span, [written, ...[...section].reverse()], model);
    at = Math.max(at, rest.end);
    const name = camel(written);
    if (section.length > 0 && TYPE.test(written)) types.push({ name, written, at: span, value: rest.value });
    if (INTEREST.has(name) && !REMOVED_TYPES.has(written))
      keys.push({ name, written, at: span, value: rest.value });
  }
  close();
}

/** A section's keys that are types of documents: `OwnershipChart = "papers/chart.pdf"`. */
function pushTypes(types: readonly Key[], context: Context, model: Model): void {
  const [first] = types;
  if (!first || !types.some(({ written }) => REMOVED_TYPES.has(written))) return;
  // A shop has its own policies among its documents.
  const ours =
    CUSTOMERS.test(context.names.join(' ')) || types.filter((one) => isPaper(one.written)).length > 1;
  if (!ours) return;
  const items = types.map(({ written, at }) => ({ text: written, at }));
  const enumerates = types.some(({ value }) => value.kind === 'text' && isCaption(value.text));
  model.objects.push({ keys: [...types], at: first.at, context, kind: 'literal' });
  model.lists.push({ items, at: first.at, context, enumerates });
}

/** What stands behind the sign, and where the next line begins if it takes more than one. */
function valueAt(
  text: string,
  from: number,
  end: number,
  key: Span,
  names: readonly string[],
  model: Model,
): { value: Value; end: number } {
  const context: Context = { ...NO_CONTEXT, names };
  if (/[[{]/.test(text[from] ?? '')) {
    const root = readLoose(text, from);
    if (root) {
      visitLoose(root, wholeRegion(text), model, { context });
      // A list is named by its key.
      const list = model.lists.at(-1);
      if (list?.at.start === root.start) model.lists.splice(-1, 1, { ...list, at: key });
      return { value: { kind: 'other' }, end: Math.max(end, root.end) };
    }
  }
  const raw = text.slice(from, end).trimEnd();
  const value = raw.replace(/^(["'])(.*)\1$/, '$2');
  const start = from + (value === raw ? 0 : 1);
  // `endpoints.balances = ...`, as in a section of that name.
  const [written = '', ...above] = names;
  const parted = written.includes('.') ? [...written.split('.').reverse(), ...above] : names;
  pathsIn({ text: value, at: (offset) => start + offset }, model, { ...context, names: parted });
  readWords(value, start, key, context, model);
  return { value: { kind: 'text', text: value, at: { start, end: start + value.length } }, end };
}
