// Protocol Buffers' messages, GraphQL's inputs, SQL. Fields that are marked as deprecated are left out.
import { camel, type Facts, type Key, newFacts, newPlace, type Reader, type Source } from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';
import { regionAt } from './region.ts';
import { addRequests, withoutComments } from './requests.ts';
import { addTexts } from './words.ts';

/** Bounded: at most 200 characters between a name and its bracket. */
const BLOCK = /\b(?:message|input)\s+(\w{1,200})\b[^{}\n;]{0,200}\{/g;
/** A field of a message ends in a number, a field of an input has its type behind a colon. */
const PROTO_FIELD = /[\w>]\s{1,8}(\w{1,100})\s{0,8}=\s{0,8}\d{1,9}\s{0,8}([^;\n]{0,200});/g;
const GRAPHQL_FIELD = /(?:^|[{,\s])(\w{1,100})\s{0,3}:\s{0,3}[[\w]([^\n,}]{0,200})/g;

export const readDeclarations: Reader = ({ text, extension }: Source): Facts => {
  const facts = newFacts();
  const isProto = extension === 'proto';
  const plain = withoutComments(text, isProto ? /\/\/[^\n]*/g : /#[^\n]*/g, facts);
  for (const { 0: whole, 1: name = '', index } of plain.matchAll(BLOCK)) {
    const from = index + whole.length;
    const close = plain.indexOf('}', from);
    const body = plain.slice(from, close < 0 ? plain.length : close);
    const keys = keysIn(body, from, isProto ? PROTO_FIELD : GRAPHQL_FIELD);
    const [first] = keys;
    if (first)
      facts.objects.push({ kind: 'type', keys, span: first.span, place: newPlace({ names: [name] }) });
    if (close < 0) break;
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

export const readSql: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  addRequests(regionAt(withoutComments(text, /--[^\n]*/g, facts), 0), facts, ['stored']);
  return facts;
};
