// Shell scripts: bodies, addresses and document types in the words of commands and in here-documents. A body belongs to the
// address of the command that sends it, also if it goes through a variable or a file of the same script.
import {
  type Facts,
  newFacts,
  newPlace,
  type Place,
  type Reader,
  type Source,
  type Span,
  type Value,
} from '../model/facts.ts';
import { isDataUrl, isPaper } from '../model/vocabulary.ts';
import { addJson } from './json.ts';
import { type Region, within } from './region.ts';
import { type Command, commandsOf } from './shell-words.ts';
import { addTexts, withHoles } from './words.ts';

const SENDER = /(?:^|[/(`])(?:curl|http|https|wget|xhs?|curlie|hurl)$/;
const GLUED = /^(?:-d|-F|--(?:data(?:-raw|-binary|-ascii)?|form|json|body|post-data)=)(?=.)/;
const ASSIGNED = /^(?:export\s+)?(\w{1,80})\+?=/;
const MAX_URLS = 20;
const MAX_NAME = 120;

export const readShell: Reader = ({ text }: Source): Facts => new Script(text).read();

class Script {
  readonly #text: string;
  readonly #facts = newFacts();
  /** Variables and files -> addresses of the commands that send them. */
  readonly #sentTo = new Map<string, Set<string>>();
  /** Variables that hold a data URL. */
  readonly #dataUrls = new Map<string, Value & { kind: 'text' }>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): Facts {
    const { commands, comments } = commandsOf(this.#text);
    this.#facts.comments.push(...comments);
    for (const command of commands) this.#noteSent(command);
    for (const command of commands) this.#command(command);
    return this.#facts;
  }

  #noteSent({ words }: Command): void {
    const urls = addressesOf(words);
    for (const word of words) {
      const name = ASSIGNED.exec(word.text)?.[1];
      const from = word.text.indexOf('data:');
      if (name !== undefined && from >= 0 && !word.text.includes('{"') && isDataUrl(word.text.slice(from)))
        this.#dataUrls.set(name, {
          kind: 'text',
          text: word.text.slice(from),
          span: spanOf(within(word, from)),
        });
      if (urls.length === 0) continue;
      const plain = word.text.replace(GLUED, '');
      const sent =
        /^["']?\$\{?(\w{1,80})\}?["')]{0,3}$/.exec(plain)?.[1] ??
        (plain.startsWith('@') ? plain.slice(1) : undefined);
      if (sent === undefined) continue;
      const known = this.#sentTo.get(sent) ?? new Set();
      for (const url of urls) if (known.size < MAX_URLS) known.add(url);
      this.#sentTo.set(sent, known);
    }
  }

  #command({ words, heredocs }: Command): void {
    const texts = words.map(({ text }) => text);
    const sender = texts.findIndex((text) => SENDER.test(text));
    // A request's output is an answer.
    const pipe = sender < 0 ? -1 : texts.indexOf('|', sender);
    const place = this.#place(words, sender >= 0);
    words.forEach((word, i) => {
      if (pipe >= 0 && i > pipe) return;
      if (!this.#body(word, place)) this.#word(word, place);
    });
    this.#list(words, place);
    for (const { start, end } of heredocs) {
      const region: Region = { text: this.#text.slice(start, end), at: (offset) => start + offset };
      if (!this.#body(region, place)) addTexts(region, '', place, this.#facts);
    }
  }

  /** Where a command's words go. */
  #place(words: readonly Region[], isSender: boolean): Place {
    const urls = addressesOf(words);
    const first = words.find(({ text }) => text !== '')?.text.slice(0, MAX_NAME) ?? '';
    const assigned = ASSIGNED.exec(first)?.[1];
    const through = assigned === undefined ? [] : [...(this.#sentTo.get(assigned) ?? [])];
    const place = newPlace({ names: [assigned ?? first], urls: urls.length > 0 ? urls : through });
    if (isSender) place.marks.add('called');
    return place;
  }

  /** An object or list in a word: a body, or the program of jq that makes it. */
  #body(word: Region, place: Place): boolean {
    const from = word.text.search(/\{\s*["'\w{$]|\[\s*[{"'$]/);
    if (from < 0) return false;
    const before = this.#facts.objects.length + this.#facts.lists.length;
    addJson(within(word, from), this.#facts, { ...place, variable: (name) => this.#dataUrls.get(name) });
    return this.#facts.objects.length + this.#facts.lists.length > before;
  }

  #word(word: Region, place: Place): void {
    const name = ASSIGNED.exec(word.text)?.[0] ?? '';
    addTexts(within(word, name.length), name.replace(/\+?=$/, ''), place, this.#facts);
  }

  /** `for t in OwnershipChart AmlPolicy`, `TYPES=(OwnershipChart AmlPolicy)`. */
  #list(words: readonly Region[], place: Place): void {
    const [first] = words;
    const isList =
      /^(?:for|select)$/.test(first?.text ?? '') ||
      words.slice(0, 2).some(({ text }) => /^\w{1,80}\+?=\(/.test(text));
    if (!first || !isList) return;
    const items = words.flatMap((word): (Value & { kind: 'text' })[] => {
      const name = /^[A-Z][A-Za-z]{2,60}(?=\)?$)/.exec(word.text.replace(/^\w+\+?=\(/, ''))?.[0];
      if (name === undefined) return [];
      const start = word.text.lastIndexOf(name);
      return [{ kind: 'text', text: name, span: spanOf(within(word, start, start + name.length)) }];
    });
    if (!items.some(({ text }) => isPaper(text))) return;
    // A member with a bracket was no word by itself.
    for (const { text, span } of items)
      if ((isPaper(text) && this.#text[span.start - 1] === '(') || this.#text[span.end] === ')')
        this.#facts.texts.push({ text, span, key: place.names[0] ?? '', place });
    const nameSpan = spanOf(within(first, 0, 1));
    this.#facts.lists.push({ items, span: spanOf(first), nameSpan, open: false, place });
  }
}

const spanOf = ({ text, at }: Region): Span => ({
  start: at(0),
  end: text === '' ? at(0) : at(text.length - 1) + 1,
});

/** Addresses among the words of a command. */
function addressesOf(words: readonly Region[]): string[] {
  const urls = words
    .map(({ text }) => text)
    .filter((text) => text.length < 500 && /^(?:https?:|\$|\/|\{\{)[^\s]*\//.test(text))
    .map((text) => withHoles(text.replace(/[)`]{1,4}$/, '')));
  return [...new Set(urls)].slice(0, MAX_URLS);
}
