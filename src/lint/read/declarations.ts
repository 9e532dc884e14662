// Declarations of what goes over the wire: messages of Protocol Buffers, inputs and enumerations of GraphQL, column names and
// JSON objects of SQL queries. Fields that say themselves that they are deprecated are left out.
import {
  camel,
  type Facts,
  type Key,
  type Mark,
  newFacts,
  newPlace,
  type Obj,
  type Reader,
  type Source,
} from '../model/facts.ts';
import { INTEREST, isPaper, typeNamed } from '../model/vocabulary.ts';
import { blank, regionAt } from './region.ts';
import { addRequests } from './requests.ts';
import { addTexts } from './words.ts';

/** Bounded: what stands between a name and its bracket, 200 characters. */
const BLOCK = /\b(message|input|type|interface|enum|extend\s+input)\s+(\w{1,200})\b[^{}\n;]{0,200}\{/g;
/** A field of a message ends in a number, a field of an input has its type behind a colon. */
const PROTO_FIELD = /[\w>]\s{1,8}(\w{1,100})\s{0,8}=\s{0,8}\d{1,9}\s{0,8}([^;\n]{0,200});/g;
const GRAPHQL_FIELD =
  /(?:^|[{,\s])(\w{1,100})\s{0,3}(?:\([^)]{0,400}\))?\s{0,3}:\s{0,3}[[\w]([^\n,}]{0,200})/g;

export const readDeclarations: Reader = ({ text, extension }: Source): Facts => {
  const facts = newFacts();
  const isProto = extension === 'proto';
  const plain = withoutComments(text, isProto ? /\/\/[^\n]*/g : /#[^\n]*/g, facts);
  for (const { 0: whole, 1: kind = '', 2: name = '', index } of plain.matchAll(BLOCK)) {
    const from = index + whole.length;
    const close = plain.indexOf('}', from);
    const body = plain.slice(from, close < 0 ? plain.length : close);
    if (kind === 'enum') addEnumeration(body, from, name, facts);
    else {
      const keys = keysIn(body, from, isProto ? PROTO_FIELD : GRAPHQL_FIELD);
      // What a query answers is not sent.
      const isAnswer =
        (!isProto && /^(?:type|interface)$/.test(kind)) || /(?:Response|Reply|Result|Event)$/.test(name);
      add(facts, 'type', keys, [name], isAnswer ? ['answer'] : []);
    }
  }
  addTexts(regionAt(plain, 0), 'url', newPlace({ names: ['url'] }), facts);
  return facts;
};

function keysIn(body: string, from: number, fields: RegExp): Key[] {
  return [...body.matchAll(fields)].flatMap(({ 0: whole, 1: written = '', 2: rest = '', index }): Key[] => {
    const name = camel(written);
    if (!INTEREST.has(name) || rest.includes('deprecated')) return [];
    const start = from + index + whole.indexOf(written, /\s/.test(whole[0] ?? '') ? 1 : 0);
    return [{ name, written, span: { start, end: start + written.length }, value: { kind: 'other' } }];
  });
}

function add(
  facts: Facts,
  kind: Obj['kind'],
  keys: Key[],
  names: string[],
  marks: readonly Mark[] = [],
): void {
  const [first] = keys;
  if (first)
    facts.objects.push({ kind, keys, span: first.span, place: newPlace({ names, marks: new Set(marks) }) });
}

/** Document types among the values of an enumeration. */
function addEnumeration(body: string, from: number, name: string, facts: Facts): void {
  const place = newPlace({ names: [name, 'enum'] });
  for (const { 0: text, index } of body.matchAll(/[A-Za-z]\w*/g)) {
    const span = { start: from + index, end: from + index + text.length };
    if (isPaper(typeNamed(text))) facts.texts.push({ text, span, key: name, place });
  }
}

const withoutComments = (text: string, pattern: RegExp, facts: Facts): string =>
  text.replace(pattern, (comment, start: number) => {
    facts.comments.push({ text: comment, span: { start, end: start + comment.length } });
    return blank(comment);
  });

/** Names that a query gives its columns, `x AS "customerId"`, and those of JSON objects, `'customerId', x`. */
const ALIAS = /\bas\s{1,4}["'`[]?(\w{1,80})/gi;
const PAIR_KEY = /(?:^|[(,])\s{0,20}'(\w{1,80})'\s{0,4}[,:]/g;
/** A row with an identifier or a state is a report. */
const TOLD = /^(?:id|status|state|created|completed|(?:transfer|payout|payment)Id|\w{1,40}At)$/;

export const readSql: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  const plain = withoutComments(text, /--[^\n]*/g, facts);
  let from = 0;
  for (const query of plain.split(/(?=\bselect\b|;)/i)) {
    addNames(query, from, ALIAS, facts);
    if (/object\s?\(/i.test(query)) addNames(query, from, PAIR_KEY, facts);
    from += query.length;
  }
  addRequests(regionAt(plain, 0), facts, { marks: new Set(['stored']) });
  return facts;
};

function addNames(part: string, from: number, pattern: RegExp, facts: Facts): void {
  const written = [...part.matchAll(pattern)].map(({ 1: name = '' }) => camel(name));
  const keys = keysIn(part, from, pattern);
  const isSpelt = keys.filter((key) => /[a-z][A-Z]/.test(key.written)).length >= 2;
  if (isSpelt) add(facts, 'literal', keys, [], written.some((name) => TOLD.test(name)) ? ['answer'] : []);
}
