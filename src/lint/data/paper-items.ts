// Items of a list of documentation, or rows of its table, that each name a paper of a company in inline code: together they
// are a list. What the last line of prose before them says is its name. Lists with types that ended are read elsewhere.
import { type List, type Model, NO_CONTEXT, type Span } from '../model/model.ts';
import { isPaper, PAPERS, REMOVED_TYPES } from '../model/words.ts';

const ITEM = /^\s{0,8}(?:[-*+|]|\d{1,3}[.)])/;
/** Bounded: signs of 60 characters before the first inline code. */
const NAMED = /^[^`\n]{0,60}`([A-Z][A-Za-z]{2,60})`/;
/** What a sentence before a list asks for, and of whom; one that says what is over asks for nothing. Bounded words. */
const INSTRUCTS =
  /^(?!.{0,400}\b(?:no longer|not|never|removed?|retired?|renamed?|gone|obsolete|deprecated?|dropped|until|formerly|used to|instead|replaced?)\b).{0,400}\b(?:upload|send|submit|provide|attach|hand (?:in|over)|needs?|requires?d?|collect|ask for|must)\b/i;
const OF_BUSINESS = /\b(?:customer|business|compan(?:y|ies)|merchant|onboarding|kyb)/i;
const STATEMENTS = /bank\s?statements?/i;

interface Named {
  readonly text: string;
  readonly at: Span;
}

export function pushPapers(prose: string, model: Model): void {
  let said = '';
  let items: Named[] = [];
  let completed = false;
  let wasProse = false;
  let at = 0;
  const flush = (): void => {
    const papers = items.filter(({ text }) => PAPERS.test(text));
    const [first] = items;
    const ended = items.some(({ text }) => REMOVED_TYPES.has(text));
    if (first && papers.length > 1 && !ended && !completed) model.lists.push(listOf(items, said.slice(-300)));
    if (ended && INSTRUCTS.test(said) && OF_BUSINESS.test(said)) {
      const context = { ...NO_CONTEXT, names: ['documents', said.slice(-300)] };
      for (const { text, at } of items)
        if (REMOVED_TYPES.has(text)) model.texts.push({ text, at, key: '', context, compared: false });
    }
    items = [];
    completed = false;
  };
  for (const line of `${prose}\n.`.split('\n')) {
    const row = /^\s{0,3}\|/.test(line) ? typesIn(line, at) : [];
    if (row.length > 1) {
      model.lists.push(listOf(row, `${said.slice(-300)} ${cellOf(line)}`));
    } else if (ITEM.test(line)) {
      const text = NAMED.exec(line)?.[1];
      const start = at + line.indexOf('`') + 1;
      if (text !== undefined) items.push({ text, at: { start, end: start + text.length } });
      completed ||= STATEMENTS.test(line);
    } else if (line.trim() !== '' && !/^\s{2,}/.test(line)) {
      flush();
      // A sentence that goes on over the line.
      said = wasProse ? `${said} ${line}`.slice(-600) : line;
      wasProse = true;
      at += line.length + 1;
      continue;
    }
    wasProse = false;
    at += line.length + 1;
  }
}

/** The types that one row of a table names, each in inline code: they are a list by themselves. */
function typesIn(line: string, base: number): Named[] {
  const named = [...line.matchAll(/`([A-Z][A-Za-z\d]{1,60})`/g)].map(({ 1: text = '', index }) => ({
    text,
    at: { start: base + index + 1, end: base + index + 1 + text.length },
  }));
  return named.some(({ text }) => isPaper(text)) ? named : [];
}

/** What a row is about stands in its first cell. */
const cellOf = (line: string): string => line.slice(0, 300).split('|')[1]?.trim() ?? '';

const listOf = (items: readonly Named[], name: string): List => ({
  items,
  at: items[0]?.at ?? { start: 0, end: 0 },
  context: { ...NO_CONTEXT, names: [name] },
});
