// Pages and XML: scripts as parts; links, forms and requests in text; elements with entities undone for the bodies in them.
import { type Facts, newFacts, newPlace, type Reader, type Source, type Value } from '../model/facts.ts';
import { isPaper } from '../model/vocabulary.ts';
import { OutdatedProse } from './outdated-prose.ts';
import { blank, type Region, regionAt } from './region.ts';
import { addRequests } from './requests.ts';
import { addTexts } from './words.ts';

const OPENED = /<(script|style)\b([^<>]{0,500})>|<!--/gi;
/** A path of the service and no page about it. Bounded: parts of 80 characters. */
const LINK =
  /\b(?:href|src|action)=["']([^"'\n]{1,300})|<(?:code|kbd|samp|pre)\b[^<>]{0,80}>([^<>\n]{1,300})/g;

/** HTML, Vue, Svelte: code in scripts, and addresses that a reader may follow. */
export const readPage: Reader = ({ text, extension }: Source): Facts => {
  const facts = newFacts();
  let rest = '';
  let from = 0;
  for (const { 0: whole, 1: tag, 2: attributes = '', index } of text.matchAll(OPENED)) {
    if (index < from) continue;
    const start = index + whole.length;
    const close = text.indexOf(tag === undefined ? '-->' : `</${tag}`, start);
    const end = close < 0 ? text.length : close + (tag === undefined ? 3 : 0);
    rest += text.slice(from, index) + blank(text.slice(index, end));
    from = end;
    if (tag === undefined) facts.comments.push({ text: text.slice(index, end), span: { start: index, end } });
    else if (tag.toLowerCase() === 'script') {
      const isJson = /type=["']application\/(?:ld\+)?json/.test(attributes);
      const format = isJson
        ? 'json'
        : /lang=["']tsx?/.test(attributes) || extension === 'astro'
          ? 'ts'
          : 'js';
      facts.parts.push({ text: text.slice(start, end), format, at: (offset) => start + offset });
    }
  }
  rest += text.slice(from);
  if (extension === 'vue' || extension === 'svelte' || extension === 'astro') addBoundTexts(rest, facts);
  else addLinks(rest, facts);
  return facts;
};

/** Paths in attributes of a component: `:href="base + '/api/v1/current-tenant'"`. */
function addBoundTexts(text: string, facts: Facts): void {
  addTexts(regionAt(text, 0), '', newPlace({ marks: new Set(['prose']) }), facts);
}

function addLinks(text: string, facts: Facts): void {
  if (!text.includes('current-tenant')) return;
  const outdated = new OutdatedProse();
  let at = 0;
  for (const line of text.split('\n')) {
    const said = line
      .trimStart()
      .replace(/^<h([1-6])\b[^<>]{0,500}>/i, (_, depth: string) => `${'#'.repeat(Number(depth))} `);
    outdated.pass(said);
    if (
      line.includes('/current-tenant') &&
      !outdated.isOver(said.replace(/<\/?[a-z][^<>]{0,500}>/gi, ' ')) &&
      !/\/developer(?![\w-])/.test(line)
    )
      for (const found of line.matchAll(LINK)) {
        const link = found[1] ?? found[2] ?? '';
        const start = at + found.index + found[0].lastIndexOf(link);
        const place = newPlace({ outer: [said.slice(0, 300)], marks: new Set(['prose']) });
        if (/^\s*(?:GET|POST|PUT|PATCH|DELETE|curl)\s/.test(link)) place.marks.add('called');
        addTexts(regionAt(link, start), 'href', place, facts);
      }
    at += line.length + 1;
  }
}

/** XML: bodies and addresses in texts and attributes; document types of the children of one element as a list. */
export const readXml: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  const plain = text.replace(/<!--[^]*?-->/g, (comment, start: number) => {
    facts.comments.push({ text: comment, span: { start, end: start + comment.length } });
    return blank(comment);
  });
  addElements(plain, facts);
  addRequests(withoutEntities(plain), facts, {});
  return facts;
};

/** Bounded: a name of 80 characters, attributes of 600, a text of 60. */
const TAG =
  /<(\/?)([A-Za-z][\w:.-]{0,80})([^<>]{0,600})>(?:\s{0,80}([A-Z][A-Za-z\d]{2,60})\s{0,80}(?=<\/))?/g;
const TYPE = /\b(?:(?:doc(?:ument)?[_-]?)?(?:type|kind|code)|value)\s?=\s?["']([A-Z][A-Za-z\d]{2,60})["']/i;
const MAX_DEPTH = 200;

interface Element {
  readonly tag: string;
  readonly start: number;
  readonly items: (Value & { kind: 'text' })[];
}

function addElements(text: string, facts: Facts): void {
  const open: Element[] = [];
  for (const { 0: whole, 1: slash, 2: tag = '', 3: attributes = '', 4: value, index } of text.matchAll(TAG)) {
    if (slash === '/') {
      const top = open.at(-1);
      if (top?.tag === tag) closeElement(open.pop() ?? top, open, facts);
      continue;
    }
    const inAttribute = TYPE.exec(attributes)?.[1];
    const word = value ?? inAttribute;
    if (word !== undefined && isPaper(word)) {
      const start = index + whole.lastIndexOf(word);
      open.at(-1)?.items.push({ kind: 'text', text: word, span: { start, end: start + word.length } });
    }
    if (!attributes.endsWith('/') && open.length < MAX_DEPTH) open.push({ tag, start: index + 1, items: [] });
  }
}

function closeElement({ tag, start, items }: Element, open: readonly Element[], facts: Facts): void {
  if (items.length === 0) return;
  const place = newPlace({
    names: [
      tag,
      ...open
        .slice(-8)
        .map((one) => one.tag)
        .reverse(),
    ],
  });
  for (const { text, span } of items) facts.texts.push({ text, span, key: 'type', place });
  const span = { start, end: start + tag.length };
  facts.lists.push({ items, span, nameSpan: span, open: false, place });
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

/** Offsets lead back to the source. */
function withoutEntities(text: string): Region {
  const pieces: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  const add = (piece: string, origin: number): void => {
    pieces.push(piece);
    starts.push(length);
    origins.push(origin);
    length += piece.length;
  };
  let from = 0;
  for (const { 0: whole, 1: decimal, 2: name = '', index } of text.matchAll(/&(?:#(\d{1,5})|(\w{2,6}));/g)) {
    const char = decimal === undefined ? ENTITIES[name] : String.fromCodePoint(Number(decimal));
    if (char === undefined) continue;
    add(text.slice(from, index), from);
    add(char, index);
    from = index + whole.length;
  }
  add(text.slice(from), from);
  return {
    text: pieces.join(''),
    at: (offset) => {
      let low = 0;
      for (let high = starts.length - 1; low < high;) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return (origins[low] ?? 0) + offset - (starts[low] ?? 0);
    },
  };
}
