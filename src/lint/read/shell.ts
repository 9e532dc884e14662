// Shell scripts: bodies, addresses and document types in words and here-documents. A body belongs to the address of
// the command that sends it, also through a variable or a file of the same script.
import type { Comment, Facts, Place, Reader, Source, Span, Value } from '../model/facts.ts';
import { newFacts, newPlace } from '../model/facts.ts';
import { isDataUrl, isDocumentType } from '../model/vocabulary.ts';
import { addJson } from './json.ts';
import { joined, type Piece, type Region, within } from './region.ts';
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
    const { commands, comments } = new Scanner(this.#text).read();
    this.#facts.comments.push(...comments);
    for (const command of commands) this.#noteSent(command);
    for (const command of commands) this.#command(command);
    return this.#facts;
  }

  #noteSent({ words }: Command): void {
    const urls = addressesOf(words);
    for (const word of words) {
      const name = ASSIGNED.exec(word.text)?.[1];
      const url = within(word, Math.max(0, word.text.indexOf('data:')));
      if (name !== undefined && isDataUrl(url.text) && !word.text.includes('{"'))
        this.#dataUrls.set(name, { kind: 'text', text: url.text, span: spanOf(url) });
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
    if (!items.some(({ text }) => isDocumentType(text))) return;
    // A member with a bracket was not a separate word.
    for (const { text, span } of items)
      if ((isDocumentType(text) && this.#text[span.start - 1] === '(') || this.#text[span.end] === ')')
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

interface Command {
  /** Without quotes; offsets are those of the script. */
  readonly words: readonly Region[];
  /** The lines of its here-documents. */
  readonly heredocs: readonly Span[];
}

/** A script's commands as words: quotes undone, comments and here-documents apart. One pass. */
class Scanner {
  readonly commands: Command[] = [];
  readonly comments: Comment[] = [];
  readonly #text: string;
  #at = 0;
  #words: Region[] = [];
  #pieces: Piece[] = [];
  #heredocs: Span[] = [];
  #awaitedTags: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): this {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at] ?? '');
    this.#endCommand();
    return this;
  }

  #step(char: string): void {
    const next = this.#text[this.#at + 1];
    if (char === '\\' && next === '\n') this.#endWord(2);
    else if (char === '\\' && next === '\r') this.#endWord(3);
    else if (char === '\n') this.#endLine();
    else if (char === ';') {
      this.#at++;
      this.#endCommand();
    } else if (char === ' ' || char === '\t' || char === '\r') this.#endWord(1);
    else if (char === '#' && this.#pieces.length === 0) this.#comment();
    else if (char === '<' && next === '<' && this.#text[this.#at + 2] !== '<') this.#heredoc();
    else if (char === "'" || char === '"') this.#quoted(char);
    else if (char === '\\') {
      this.#pieces.push({ text: next ?? '', at: this.#at + 1, raw: true });
      this.#at += 2;
    } else this.#plain();
  }

  #plain(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && !/[\s;"'\\]/.test(this.#text[this.#at] ?? ' ')) {
      if (this.#at > start && this.#text.startsWith('<<', this.#at)) break;
      this.#at++;
    }
    if (this.#at === start) this.#at++;
    this.#pieces.push({ text: this.#text.slice(start, this.#at), at: start, raw: true });
  }

  #quoted(quote: string): void {
    const start = this.#at + 1;
    let at = start;
    while (at < this.#text.length && this.#text[at] !== quote)
      at += this.#text[at] === '\\' && quote === '"' ? 2 : 1;
    this.#pieces.push({ text: this.#text.slice(start, at), at: start, raw: quote === "'" });
    this.#at = Math.min(at + 1, this.#text.length);
  }

  #heredoc(): void {
    const opened = /^<<[-~]?\s{0,4}(["']?)(\w{1,80})\1/.exec(this.#text.slice(this.#at, this.#at + 100));
    if (opened?.[2] !== undefined) this.#awaitedTags.push(opened[2]);
    this.#endWord(opened?.[0].length ?? 2);
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #comment(): void {
    const start = this.#at;
    this.#at = this.#lineEnd();
    this.comments.push({ text: this.#text.slice(start, this.#at), span: { start, end: this.#at } });
  }

  #endLine(): void {
    this.#endWord(1);
    for (const tag of this.#awaitedTags) {
      const start = this.#at;
      let end = start;
      while (this.#at < this.#text.length) {
        end = this.#at;
        const line = this.#text.slice(end, this.#lineEnd()).trim();
        this.#at = this.#lineEnd() + 1;
        if (line === tag) break;
        end = Math.min(this.#at, this.#text.length);
      }
      this.#heredocs.push({ start, end });
    }
    this.#awaitedTags = [];
    this.#endCommand();
  }

  /** `skip`: how many characters are between this word and the next. */
  #endWord(skip: number): void {
    this.#at += skip;
    if (this.#pieces.length === 0) return;
    this.#words.push(joined(this.#pieces));
    this.#pieces = [];
  }

  #endCommand(): void {
    this.#endWord(0);
    if (this.#words.length > 0) this.commands.push({ words: this.#words, heredocs: this.#heredocs });
    this.#words = [];
    this.#heredocs = [];
  }
}
