// Requests as text: .http files, Hurl, Bruno, feature files, JMeter, blocks of documentation. An object belongs to the address
// before it, within its section; what follows a response's first line is an answer. Every position is looked at a fixed number of times.
import {
  camel,
  type Facts,
  type Key,
  type Mark,
  newFacts,
  newPlace,
  type Place,
  type Reader,
  type Source,
} from '../model/facts.ts';
import { INTEREST } from '../model/vocabulary.ts';
import type { Around } from './around.ts';
import { readLoose } from './loose.ts';
import { blank, type Region, regionAt } from './region.ts';
import { type TreeNode } from './tree.ts';
import { TreeFacts } from './tree-facts.ts';
import { addressesIn, isDataUrl, typesIn, withHoles } from './words.ts';

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
  // A table's row, `| amount | 10 |`, names fields.
  const rows =
    extension === 'feature'
      ? flat.replace(TABLE_ROW, (row) => row.replace('|', ' ').replaceAll('|', '='))
      : flat;
  addRequests(regionAt(rows, 0), facts, {});
  return facts;
};

const TABLE_ROW = /^[ \t]*\|[^\n]*\|[ \t\r]*$/gm;

/** What the lines of a text are, each by its beginning. */
interface Outline {
  /** Offsets of lines that begin a section. */
  readonly sections: readonly number[];
  /** Where answers begin and end. */
  readonly answers: readonly { readonly start: number; readonly end: number }[];
}

export function addRequests(region: Region, facts: Facts, around: Partial<Around>): void {
  const { text } = region;
  const tree = new TreeFacts(facts, region);
  const outline = outlineOf(text);
  const placeAt = placer(outline, around);
  const roots: TreeNode[] = [];
  let until = 0;
  for (const found of text.matchAll(EVENT)) {
    const { 0: word, index } = found;
    if (index < until) continue;
    if (word.length > 1) {
      placeAt.address(withHoles(word), index);
      continue;
    }
    if (!(word === '{' ? OBJECT : LIST).test(text.slice(index, index + 200))) continue;
    const root = readLoose(text, index, () => (facts.cut = 'too-deep'));
    if (!root) continue;
    until = root.end;
    roots.push(root);
    const body = innermost(root);
    tree.add(body, placeAt.at(index));
  }
  const outside = withoutRoots(text, roots);
  addWords({ text: outside, at: region.at }, facts, placer(outline, around));
}

/** `body:json { { ... } }`: the block's own object stands inside it. */
const innermost = (node: TreeNode): TreeNode => {
  const [only] = node.items;
  return node.kind === 'object' && node.members.length === 0 && only ? innermost(only) : node;
};

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

/** Addresses, document types and fields of forms outside of objects. */
function addWords({ text, at }: Region, facts: Facts, placeAt: Placer): void {
  const words = [...addressesIn(text), ...typesIn(text)].sort((a, b) => a.start - b.start);
  for (const { text: word, start, end } of words) {
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LINE_HEAD);
    const before = text.slice(lineStart, start);
    const isAddress = word.includes('/');
    if (isAddress) placeAt.address(withHoles(word), start);
    const place = newPlaceOf(placeAt.at(start));
    if (isAddress && CALL.test(before)) place.marks.add('called');
    const key = /([\w.[\]-]{1,60})["']?\s{0,4}[:=]\s{0,4}["']?$/.exec(before)?.[1] ?? '';
    if (!isAddress && key === '') place.marks.add('prose');
    facts.texts.push({
      text: word,
      span: { start: at(start), end: at(end) },
      key,
      place,
      ...(isAddress ? { whole: withHoles(word) } : {}),
    });
  }
  addFields({ text, at }, facts, placeAt);
}

/** `amount=10&customerId=...` and `amount: 10` in a line of its own: the fields of a form. Bounded: names of 60 characters. */
const FIELD = /(?<![\w.-])([A-Za-z][\w.]{1,60})["']?[ \t]{0,4}(?:=(?!=)|:(?!:))[ \t]{0,4}(?=(\S{0,30}))/g;

function addFields({ text, at }: Region, facts: Facts, placeAt: Placer): void {
  let keys: Key[] = [];
  let last = 0;
  const close = (): void => {
    const [first] = keys;
    if (first && keys.length > 1) {
      const place = newPlaceOf(placeAt.at(last));
      facts.objects.push({ kind: 'literal', keys, span: first.span, place });
    }
    keys = [];
  };
  for (const { 0: whole, 1: written = '', 2: value = '', index } of text.matchAll(FIELD)) {
    const name = camel(written);
    if (!INTEREST.has(name)) continue;
    // A blank line or more than a few lines without a field end a form.
    if (keys.length > 0 && (index - last > 400 || /\n[ \t\r]*\n/.test(text.slice(last, index)))) close();
    const start = index + whole.indexOf(written);
    const span = { start: at(start), end: at(start + written.length) };
    if (isDataUrl(value)) {
      const from = index + whole.length;
      facts.texts.push({
        text: value,
        span: { start: at(from), end: at(from + value.length) },
        key: written,
        place: newPlaceOf(placeAt.at(index)),
      });
    }
    keys.push({ name, written, span, value: { kind: 'other' } });
    last = index;
  }
  close();
}

const newPlaceOf = ({ names = [], outer = [], urls = [], marks = new Set<Mark>() }: Partial<Around>): Place =>
  newPlace({ names: [...names], outer: [...outer], urls: [...urls], marks: new Set(marks) });

function outlineOf(text: string): Outline {
  const sections: number[] = [];
  const answers: { start: number; end: number }[] = [];
  let open: { start: number; end: number } | undefined;
  for (let from = 0; from < text.length;) {
    const stop = text.indexOf('\n', from);
    const end = stop < 0 ? text.length : stop;
    const line = text.slice(from, Math.min(end, from + LINE_HEAD)).trim();
    if (SECTION.test(line)) sections.push(from);
    if (ANSWER.test(line)) open ??= { start: from, end: text.length };
    else if (open && (REQUEST.test(line) || SECTION.test(line))) {
      answers.push({ start: open.start, end: from });
      open = undefined;
    }
    from = end + 1;
  }
  if (open) answers.push(open);
  return { sections, answers };
}

interface Placer {
  address: (url: string, at: number) => void;
  at: (offset: number) => Partial<Around>;
}

/** What holds at an offset; asked for offsets that only grow. */
function placer({ sections, answers }: Outline, around: Partial<Around>): Placer {
  let url: { readonly text: string; readonly at: number } | undefined;
  let section = 0;
  let answer = 0;
  return {
    address: (text, at) => (url = { text, at }),
    at: (offset) => {
      while (section < sections.length && (sections[section] ?? 0) <= offset) section++;
      while (answer < answers.length && (answers[answer]?.end ?? 0) <= offset) answer++;
      const marks = new Set(around.marks);
      if ((answers[answer]?.start ?? Infinity) <= offset) marks.add('answer');
      const begins = section === 0 ? 0 : (sections[section - 1] ?? 0);
      const own = url && url.at >= begins ? [url.text] : [];
      return { ...around, urls: around.urls && around.urls.length > 0 ? around.urls : own, marks };
    },
  };
}
