// Maps from the columns of an export to the fields of what is sent: `Betrag: amount`, `BANKN: destination.externalAccountId`. The
// values are a body's fields then, and the keys are anybody's.
import { camel, type Context, type Key, type Model, type Span, type Value } from '../model/model.ts';
import {
  CUSTOMER_STRONG,
  isPaper,
  leaf,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  TRANSFER_SHARED,
  TRANSFER_STRONG,
  TRANSFER_WEAK,
} from '../model/words.ts';
import type { LooseNode } from './loose.ts';

export interface Mapping {
  readonly key: string;
  readonly text: string;
  /** Of the text. */
  readonly at: Span;
}

/** So many fields make a body, and no other value may stand between them more often. */
const LEAST = 3;
const SHARE = 0.6;
/** Bounded: names of 60 characters. */
const PATH = /^(?:[A-Za-z_]\w{0,60}\.){0,3}[A-Za-z_]\w{0,60}$/;

/** Parts of a customer whose names are anybody's by themselves. */
const IN_BODY = /^(?:documents|transaction_?[bB]reakdown)\./;

const isOwn = (name: string): boolean =>
  TRANSFER_STRONG.has(name) || TRANSFER_SHARED.has(name) || CUSTOMER_STRONG.has(name);
const isField = (name: string): boolean =>
  isOwn(name) ||
  TRANSFER_WEAK.has(name) ||
  name === 'amount' ||
  REMOVED_FIELDS.has(name) ||
  REMOVED_BREAKDOWN.has(name);

export function pushFieldMap(mappings: readonly Mapping[], context: Context, model: Model): void {
  if (mappings.length < LEAST) return;
  const fields = mappings.filter(({ text }) => PATH.test(text) && isField(camel(leaf(text))));
  const parts = mappings.filter(
    ({ text }) => PATH.test(text) && IN_BODY.test(text) && !isField(camel(leaf(text))),
  );
  if (fields.length < LEAST || fields.length + parts.length < mappings.length * SHARE) return;
  // A body's own values: `purposeOfPayment: memo`.
  if (mappings.filter(({ key }) => isField(camel(leaf(key)))).length * 2 >= fields.length) return;
  if (!fields.some(({ text }) => isOwn(camel(leaf(text))))) return;
  const keys = fields.map(({ text, at }): Key => {
    const written = leaf(text);
    const start = at.end - written.length;
    return { name: camel(written), written, at: { start, end: at.end }, value: { kind: 'other' } };
  });
  const [first] = keys;
  const last = keys.at(-1);
  if (!first || !last) return;
  // Whose columns they are, a file of such a map is named for: `crm.map.yaml`.
  const own = { ...context, names: ['fields'] };
  const at = { start: first.at.start, end: last.at.end };
  model.objects.push({ keys, at, context: own, kind: 'literal' });
  for (const { text, at } of parts) {
    const paper = leaf(text);
    const said = { text: paper, key: 'documents', context: own, compared: false };
    if (isPaper(paper)) model.texts.push({ ...said, at: { start: at.end - paper.length, end: at.end } });
  }
}

/** An import profile, `{ "columns": { "Betrag": "amount" }, "constants": { "customerId": "..." } }`: columns, what is looked up and
 *  what is the same in every row are one body. */
export function pushProfile(
  { members }: LooseNode,
  spanOf: (span: Span) => Span,
  context: Context,
  model: Model,
): void {
  const part = (name: string): LooseNode | undefined => members.find(({ key }) => key.text === name)?.value;
  const [columns, constants, lookups] = [part('columns'), part('constants'), part('lookups')];
  if (!columns || (!constants && !lookups)) return;
  const keyOf = (text: string, at: Span): Key[] => {
    const written = leaf(text);
    if (!PATH.test(text) || !isField(camel(written))) return [];
    return [
      { name: camel(written), written, at: { start: at.end - written.length, end: at.end }, value: OTHER },
    ];
  };
  const mapped = [columns, ...(lookups?.items ?? []).flatMap((one) => partsOf(one))].flatMap((one) =>
    one.members.flatMap(({ value }) => (value?.kind === 'text' ? keyOf(value.text, spanOf(value)) : [])),
  );
  const same = (constants?.members ?? []).flatMap(({ key }) => keyOf(key.text, spanOf(key)));
  const keys = [...mapped, ...same];
  const [first] = mapped;
  if (!first || keys.length < LEAST || !keys.some(({ name }) => isOwn(name))) return;
  model.objects.push({ keys, at: first.at, context, kind: 'literal' });
}

const OTHER: Value = { kind: 'other' };
const partsOf = ({ members }: LooseNode): LooseNode[] =>
  members.flatMap(({ key, value }) => (key.text === 'columns' && value ? [value] : []));
