// Requests as text: .http files, Hurl, Bruno, feature files, JMeter, blocks of documentation. An object belongs to the address
// before it; what follows a response's first line is an answer. Every position is looked at a fixed number of times.
import {
  camel,
  type Facts,
  type Mark,
  newFacts,
  newPlace,
  type Obj,
  type Place,
  type Reader,
  type Source,
  type Span,
} from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';
import { readLoose } from './loose.ts';
import { blank, type Region, regionAt } from './region.ts';
import { type TreeNode } from './tree.ts';
import type { Around } from './tree-around.ts';
import { TreeFacts } from './tree-facts.ts';
import { addressesIn, typesIn, withHoles, type Word } from './words.ts';

/** Bounded: 300 characters of an address. */
const EVENT =
  /https?:\/\/[^\s"'`<>|\\)\]]{1,300}|(?:\{\{[^{}\n]{1,80}\}\}|\$\{?[\w:.]{1,60}\}?|<<?\w{1,60}>?>|(?<![\w.*/:<}]))\/[\w{$][\w.{}$:/-]{1,300}|[{[]/g;
/** What may stand behind the opening bracket of an object or of a list of them. Bounded: 80 characters of a name. */
const OBJECT =
  /^\{\s*(?:["'`][^"'`\n]{1,80}["'`]\s*[:=]|[\w$@.-]{1,80}\s*(?:=>|[:=](?!=)|,|\}|\n)|\{\s*["'\w]|\{%|\/\/|\.\.\.)/;
const LIST = /^\[\s*(?:[{"']|\{%)/;
const SECTION = /^(?:###|---)/;
const REQUEST = /^(?:(?:When|Given|And|Then|\*)\b.*)?\b(?:GET|POST|PUT|PATCH|DELETE)\b/i;
const CALL =
  /^\s*(?:\*\s|When\b|Given\b|And\b|[-*]\s+)?.{0,60}?(?:\b(?:GET|POST|PUT|PATCH|DELETE)\b\s+\S*$|\b(?:url|uri|path|endpoint)\s*[:=]?\s*["']?$|<[^<>]{0,80}(?:path|url|Path)"?>$)/i;
const ANSWER =
  /^(?:(?:\*\s{0,4}|(?:And|Then)\s{1,4})?match\s{1,4}(?:each\s{1,4})?response\b|HTTP(?:\/[\d.]+)?\s+(?:\d{3}|\*)(?:\s|$)|Then\b.*\b(?:response|answer|body|returns?|receives?)\b|#+.*\bresponse\b|Response:?$|.*\b(?:response|answer)s?(?: is| looks like| body)?:$)/i;
const LINE_HEAD = 500;

export const readRequests: Reader = ({ text, extension }: Source): Facts => {
  const facts = newFacts();
  const isHttp = /^(?:http|rest|hurl)$/.test(extension);
  const comment = isHttp ? /^[ \t]*(?:#(?!##)|\/\/)[^\n]*/gm : /^[ \t]*(?:#(?!#)|;|\/\/|--)[^\n]*/gm;
  const plain = text.replace(comment, (line, at: number) => {
    facts.comments.push({ text: line, span: { start: at, end: at + line.length } });
    return blank(line);
  });
  // Bruno's blocks, `post {`, are sections and not objects.
  const flat =
    extension === 'bru'
      ? plain.replace(/^[\w:-]{1,40} \{[ \t\r]*$/gm, (line) => line.replace('{', ' '))
      : plain;
  addRequests(regionAt(flat, 0), facts, {});
  return facts;
};

/** Where answers begin and end. */
type Answers = readonly { readonly start: number; readonly end: number }[];

export function addRequests(region: Region, facts: Facts, around: Partial<Around>): void {
  const { text } = region;
  const tree = new TreeFacts(facts, region);
  const answers = answersIn(text);
  const placeAt = placer(answers, around);
  const roots: TreeNode[] = [];
  let until = 0;
  for (const found of text.matchAll(EVENT)) {
    const { 0: word, index } = found;
    if (index < until) continue;
    if (word.length > 1) {
      placeAt.address(withHoles(word));
      continue;
    }
    if (!(word === '{' ? OBJECT : LIST).test(text.slice(index, index + 200))) continue;
    const root = readLoose(text, index, () => (facts.cut = 'too-deep'));
    if (!root) continue;
    until = root.end;
    roots.push(root);
    tree.add(root, placeAt.at(index));
  }
  const outside = withoutRoots(text, roots);
  addWords({ text: outside, at: region.at }, facts, placer(answers, around));
}

function withoutRoots(text: string, roots: readonly TreeNode[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of roots) {
    parts.push(text.slice(from, start), blank(text.slice(start, end)));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Addresses, document types, and fields of forms and tables outside of objects. */
function addWords({ text, at }: Region, facts: Facts, placeAt: Placer): void {
  const words = [...addressesIn(text), ...typesIn(text)].map((word) => ({ ...word, isField: false }));
  const fields: Obj[] = [];
  let paragraphEnd = -1;
  const all = [...words, ...fieldsIn(text)].sort((a, b) => a.start - b.start);
  for (const { text: word, start, end, isField } of all) {
    const span = { start: at(start), end: at(end) };
    if (word.includes('/')) placeAt.address(withHoles(word));
    const place = newPlaceOf(placeAt.at(start));
    if (!isField) addWord(word, span, text.slice(lineStart(text, start), start), place, facts);
    else {
      // The fields of one paragraph belong together.
      if (start > paragraphEnd) fields.push({ kind: 'literal', keys: [], span, place });
      paragraphEnd = endOfParagraph(text, start);
      fields.at(-1)?.keys.push({ name: camel(word), written: word, span, value: { kind: 'other' } });
    }
  }
  facts.objects.push(...fields.filter(({ keys }) => keys.length > 1));
}

const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf('\n', at - 1) + 1, at - LINE_HEAD);

function addWord(word: string, span: Span, before: string, place: Place, facts: Facts): void {
  const isAddress = word.includes('/');
  if (isAddress && CALL.test(before)) place.marks.add('called');
  if (!isAddress) place.marks.add('prose');
  facts.texts.push({ text: word, span, key: '', place, ...(isAddress ? { whole: withHoles(word) } : {}) });
}

/** `amount=10&customerId=...`, `amount: 10`, `| amount | 10 |`. Bounded: names of 60 characters. */
const FIELD = /(?<![\w.-])[A-Za-z]\w{1,60}(?=["']?[ \t]{0,9}(?:=(?!=)|:(?!:)|\|))/g;

const fieldsIn = (text: string): (Word & { isField: boolean })[] =>
  [...text.matchAll(FIELD)]
    .filter(([name]) => INTEREST.has(camel(name)))
    .map(({ 0: name, index }) => ({ text: name, start: index, end: index + name.length, isField: true }));

function endOfParagraph(text: string, from: number): number {
  const near = text.slice(from, from + 2_000).search(/\n[ \t\r]*\n/);
  return near < 0 ? from + 400 : from + near;
}

const newPlaceOf = ({ names = [], outer = [], urls = [], marks = new Set<Mark>() }: Partial<Around>): Place =>
  newPlace({ names: [...names], outer: [...outer], urls: [...urls], marks: new Set(marks) });

function answersIn(text: string): Answers {
  const answers: { start: number; end: number }[] = [];
  let open: { start: number; end: number } | undefined;
  for (let from = 0; from < text.length;) {
    const stop = text.indexOf('\n', from);
    const end = stop < 0 ? text.length : stop;
    const line = text.slice(from, Math.min(end, from + LINE_HEAD)).trim();
    if (ANSWER.test(line)) open ??= { start: from, end: text.length };
    else if (open && (REQUEST.test(line) || SECTION.test(line))) {
      answers.push({ start: open.start, end: from });
      open = undefined;
    }
    from = end + 1;
  }
  if (open) answers.push(open);
  return answers;
}

interface Placer {
  address: (url: string) => void;
  at: (offset: number) => Partial<Around>;
}

/** What holds at an offset; asked for offsets that only grow. */
function placer(answers: Answers, around: Partial<Around>): Placer {
  let own: readonly string[] = [];
  let answer = 0;
  return {
    address: (text) => (own = [text]),
    at: (offset) => {
      while (answer < answers.length && (answers[answer]?.end ?? 0) <= offset) answer++;
      const marks = new Set(around.marks);
      if ((answers[answer]?.start ?? Infinity) <= offset) marks.add('answer');
      return { ...around, urls: around.urls && around.urls.length > 0 ? around.urls : own, marks };
    },
  };
}
