// Requests as text: .http files, Hurl, Bruno, feature files, XML, SQL. An object belongs to the address before it;
// what follows a response's first line is an answer. Every position is read a fixed number of times.
import { type Facts, type Mark, newFacts, newPlace, type Reader, type Source } from '../model/facts.ts';
import { readLoose } from './loose.ts';
import { blank, type Region, regionAt } from './region.ts';
import { TreeFacts } from './tree-facts.ts';
import { addressesIn, typesIn, withHoles } from './words.ts';

/** An address, or an opening bracket. Bounded: 300 characters of an address. */
const EVENT =
  /https?:\/\/[^\s"'`<>|\\)\]]{1,300}|(?:\{\{[^{}\n]{1,80}\}\}|\$\{?[\w:.]{1,60}\}?|<<?\w{1,60}>?>|(?<![\w.*/:<}]))\/[\w{$][\w.{}$:/-]{1,300}|[{[]/g;
/** What may follow the opening bracket of an object or of a list of objects. Bounded: 80 characters of a name. */
const OBJECT =
  /^\{\s*(?:["'`][^"'`\n]{1,80}["'`]\s*[:=]|[\w$@.-]{1,80}\s*(?:=>|[:=](?!=)|,|\}|\n)|\{\s*["'\w]|\{%|\/\/|\.\.\.)/;
const LIST = /^\[\s*(?:[{"']|\{%)/;
const CALL =
  /^\s*(?:\*\s|When\b|Given\b|And\b|[-*]\s+)?.{0,60}?(?:\b(?:GET|POST|PUT|PATCH|DELETE)\b\s+\S*$|\b(?:url|uri|path|endpoint)\s*[:=]?\s*["']?$|<[^<>]{0,80}(?:path|url|Path)"?>$)/i;
/** A line that begins an answer, or a request. */
const ANSWER =
  /^(?:HTTP(?:\/[\d.]+)?\s+(?:\d{3}|\*)(?:\s|$)|Response:?$|(?:\*|Then\b|And\b).*\b(?:response|answer)\b)/i;
const REQUEST = /^(?:###|---|(?:(?:When|Given|And|\*)\b.*)?\b(?:GET|POST|PUT|PATCH|DELETE)\b)/i;
const LINE_HEAD = 500;

export const readRequests: Reader = ({ text, extension }: Source): Facts => {
  const facts = newFacts();
  const isHttp = /^(?:http|rest|hurl)$/.test(extension);
  const comment = isHttp ? /^[ \t]*(?:#(?!##)|\/\/)[^\n]*/gm : /^[ \t]*(?:#(?!#)|;|\/\/|--)[^\n]*/gm;
  const plain = withoutComments(text, comment, facts);
  // Bruno's blocks, `post {`, are sections and not objects.
  const flat =
    extension === 'bru'
      ? plain.replace(/^[\w:-]{1,40} \{[ \t\r]*$/gm, (line) => line.replace('{', ' '))
      : plain;
  addRequests(regionAt(flat, 0), facts);
  return facts;
};

/** The text with blanks for its comments. */
export const withoutComments = (text: string, pattern: RegExp, facts: Facts): string =>
  text.replace(pattern, (comment, start: number) => {
    facts.comments.push({ text: comment, span: { start, end: start + comment.length } });
    return blank(comment);
  });

export function addRequests(region: Region, facts: Facts, marks: readonly Mark[] = []): void {
  const { text } = region;
  const tree = new TreeFacts(facts, region);
  const isAnswer = answersIn(text);
  const outside: string[] = [];
  let urls: readonly string[] = [];
  let until = 0;
  for (const { 0: word, index } of text.matchAll(EVENT)) {
    if (index < until) continue;
    if (word.length > 1) {
      urls = [withHoles(word)];
      continue;
    }
    if (!(word === '{' ? OBJECT : LIST).test(text.slice(index, index + 200))) continue;
    const root = readLoose(text, index, () => (facts.isTooDeep = true));
    if (!root) continue;
    outside.push(text.slice(until, index), blank(text.slice(index, root.end)));
    until = root.end;
    tree.add(root, { urls, marks: new Set(isAnswer(index) ? [...marks, 'answer'] : marks) });
  }
  outside.push(text.slice(until));
  addWords({ text: outside.join(''), at: region.at }, facts, marks);
}

/** Addresses and document types outside of objects. */
function addWords({ text, at }: Region, facts: Facts, marks: readonly Mark[]): void {
  const isAnswer = answersIn(text);
  const words = [...addressesIn(text), ...typesIn(text)].sort((a, b) => a.start - b.start);
  for (const { text: word, start, end } of words) {
    const isAddress = word.includes('/');
    const place = newPlace({ marks: new Set(isAnswer(start) ? [...marks, 'answer'] : marks) });
    const lineStart = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LINE_HEAD);
    if (!isAddress) place.marks.add('prose');
    else if (CALL.test(text.slice(lineStart, start))) place.marks.add('called');
    const span = { start: at(start), end: at(end) };
    facts.texts.push({ text: word, span, key: '', place, ...(isAddress && { whole: withHoles(word) }) });
  }
}

/** Whether an offset is inside a response; offsets have to be asked in growing order. */
function answersIn(text: string): (offset: number) => boolean {
  let at = 0;
  let isAnswer = false;
  return (offset) => {
    while (at <= offset) {
      const stop = text.indexOf('\n', at);
      const line = text.slice(at, Math.min(stop < 0 ? text.length : stop, at + LINE_HEAD)).trim();
      if (ANSWER.test(line)) isAnswer = true;
      else if (REQUEST.test(line)) isAnswer = false;
      at = stop < 0 ? Infinity : stop + 1;
    }
    return isAnswer;
  };
}
