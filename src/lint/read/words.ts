// Words of the interface inside a text: addresses with a path of this service, document types, data URLs.
// Every reader adds its strings here; texts without such a word are left out of the facts.
import type { Facts, Place, Text } from '../model/facts.ts';
import {
  BANK_STATEMENTS,
  isDataUrl,
  isDocumentType,
  REMOVED_TYPES,
  TENANT,
  typeNamed,
} from '../model/vocabulary.ts';
import type { Region } from './region.ts';

/** A part of a path that this service has. */
const ANCHOR = /current-tenant|\/api\/v1\/|\/(?:transfers|customers|trades)(?![\w-])/g;
const ANY_ANCHOR = new RegExp(ANCHOR.source);
const EDGE = /[\s"'`<>|()\\,;=]/;
/** No address is longer. */
const FAR = 300;

/** Holes that another program fills in, as `{}`. Bounded: 120 characters each. */
export const withHoles = (url: string): string =>
  url.replace(
    /\{\{[^{}]{0,120}\}\}|\{%[^%]{0,120}%\}|<[%<][^<>]{0,120}>{1,2}|\$\{?[\w.:?-]{1,80}\}?|:[a-z]\w{0,40}(?=\/|$)/gi,
    '{}',
  );

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words with a path of this service, each once: `{{base}}/api/v1/current-tenant/balances`. */
export function addressesIn(text: string): Word[] {
  const words: Word[] = [];
  let from = 0;
  for (const { index, 0: anchor } of text.matchAll(ANCHOR)) {
    if (index < from) continue;
    let start = index;
    while (start > from && index - start < FAR && !EDGE.test(text[start - 1] ?? ' ')) start--;
    let end = index + anchor.length;
    while (end < text.length && end - index < FAR && !EDGE.test(text[end] ?? ' ')) end++;
    from = end;
    while (/[.,:]/.test(text[end - 1] ?? '')) end--;
    words.push({ text: text.slice(start, end), start, end });
  }
  return words;
}

/** A whole string that is a word of this service. */
const isWordOfService = (text: string): boolean =>
  text.length < 80 && (isDocumentType(text) || REMOVED_TYPES.has(typeNamed(text)) || text === TENANT);

/** Adds the facts of a string. `key`: the key of this value; `base`: the base of a path without a host. */
export function addTexts(region: Region, key: string, place: Place, facts: Facts, base = ''): void {
  const { text, at } = region;
  const add = (word: string, start: number, end: number): void => {
    const one: Text = { text: word, span: { start: at(start), end: at(end) }, key, place };
    if (ANY_ANCHOR.test(word)) one.whole = withHoles(word.startsWith('/') ? base + word : word);
    facts.texts.push(one);
  };
  if (isWordOfService(text)) return add(text, 0, text.length);
  if (isDataUrl(text))
    return add(text.slice(0, text.indexOf(';base64') + 8).trimStart(), text.search(/\S/), text.length);
  for (const word of addressesIn(text)) add(word.text, word.start, word.end);
}

const TYPES = new RegExp(
  `(?<![\\w/.-])(?:${[...REMOVED_TYPES.keys(), BANK_STATEMENTS].join('|')})(?![\\w-])`,
  'g',
);
/** Document types between commas, blanks or bars; bounded: names of 60 letters. */
const LISTED = /^\s{0,8}[A-Z][A-Za-z]{2,60}(?:\s{0,4}[,;|+\s]\s{0,4}[A-Z][A-Za-z]{2,60})+\s{0,8}$/;

/** `OwnershipChart,AmlPolicy`: the members of a list that is written in one string. */
export function typesListed(text: string): Word[] {
  if (!LISTED.test(text)) return [];
  const words = [...text.matchAll(/[A-Z][A-Za-z]+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
  return words.some((word) => isDocumentType(word.text)) ? words : [];
}

/** Removed document types anywhere in a text. */
export const typesIn = (text: string): Word[] =>
  [...text.matchAll(TYPES)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
