// Document types in one text, between commas or blanks, as variables of an environment hold a list.
import { type Context, type Model, NO_CONTEXT, type Span } from '../model/model.ts';
import { isPaper, REMOVED_TYPES } from '../model/words.ts';

/** Bounded: names of 60 letters, each with its own sign before it. */
const WORDS = /^[A-Z][A-Za-z]{2,60}(?:[,;|]\s?[A-Z][A-Za-z]{2,60}|\s{1,8}[A-Z][A-Za-z]{2,60})+$/;

/** Nothing but such words, and more than one of them. */
export const isWordList = (text: string): boolean => WORDS.test(text);

/** `OwnershipChart,AmlPolicy`: a list of words; one word is a list of one. */
export function readWords(value: string, start: number, key: Span, context: Context, model: Model): void {
  const items = [...value.matchAll(/[A-Za-z][\w-]*/g)].map((word) => ({
    text: word[0],
    at: { start: start + word.index, end: start + word.index + word[0].length },
  }));
  const removed = items.filter(({ text }) => REMOVED_TYPES.has(text));
  if (removed.length === 0 && items.filter(({ text }) => isPaper(text)).length < 2) return;
  const [name = ''] = context.names;
  for (const { text, at } of removed) model.texts.push({ text, at, key: name, context, compared: false });
  if (items.length > 1) model.lists.push({ items, at: key, context });
}

/** Perl's `@DOCUMENTS = qw( OwnershipChart AmlPolicy )`. Bounded: names of 60 characters, 2,000 of words. */
const QUOTED_WORDS = /[@$](\w{1,60})\s{0,20}=\s{0,20}\[?\s{0,20}qw\s{0,4}[([{/<|]([^)\]}/>|]{1,2000})/g;

export function readQuotedWords(text: string, model: Model): void {
  for (const { 0: whole, 1: name = '', 2: words = '', index } of text.matchAll(QUOTED_WORDS)) {
    const start = index + whole.length - words.length;
    readWords(
      words,
      start,
      { start: index, end: index + 1 + name.length },
      { ...NO_CONTEXT, names: [name] },
      model,
    );
  }
}
