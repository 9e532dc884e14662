// Shell scripts: commands, their words, here-documents. A body is judged by the URL of the command that sends it, through
// a variable if it goes through one. Linear: no text is looked at more than a few times.
import { type Context, emptyModel, type Model, NO_CONTEXT } from '../model/model.ts';
import { isHttpie, itemsOf } from './httpie.ts';
import { assignedIn, isJq } from './jq.ts';
import { readJson } from './json.ts';
import { pathsIn } from './paths.ts';
import { decoded, type Region, wholeRegion } from './region.ts';
import { isOnlySought } from './shell-loops.ts';
import { MAX_URLS, urlsOf } from './shell-urls.ts';
import { dataUrlIn, type MadeUrl, makersIn, readInto } from './shell-values.ts';
import { askedIn, fedBy, mailedIn, SHOWN } from './shell-ways.ts';
import { type Command, commandsOf, type Heredoc, type Word } from './shell-words.ts';
import type { Variable } from './variable.ts';
import { readWords } from './word-list.ts';

const SENDERS = /(^|\/)(curl|http|https|wget|xh|curlie|hurl)$/;
const DATA_FLAG =
  /^(-d|--data|--data-raw|--data-binary|--data-ascii|--data-urlencode|--json|--body|--post-data)$/;
const GLUED = /^(?:-d|--(?:data(?:-raw|-binary|-ascii)?|json|body|post-data)=)(?=.)/;
const MAX_NAME = 300;
const ASSIGNED = /^(?:export\s+)?(\w+)\+?=/;
/** `answer=$(curl`: the variable is what comes back, and says nothing of what is sent. */
const ANSWERED = /^\w{1,80}=["']?(?:\$\(|`)(?:\S{0,80}\/)?(curl|https?|wget|xh|curlie|hurl)?$/;

const OPENED = /^\w{1,80}=["']?(?:\$\(|`)/;

export interface ShellOptions {
  readonly context?: Context;
  /** Told of each file that a command here sends. */
  readonly sends?: (file: string, context: Context) => void;
}

export function readShell(text: string, base: number, model: Model, options: ShellOptions = {}): void {
  new Script(text, base, model, options).read();
}

class Script {
  readonly #text: string;
  readonly #base: number;
  readonly #model: Model;
  readonly #options: ShellOptions;
  readonly #commands: readonly Command[];
  readonly #makers: ReadonlyMap<string, MadeUrl>;
  readonly #variables = new Map<string, Variable>();
  /** Variable or file -> URLs of the commands that send it. */
  readonly #sentTo = new Map<string, Set<string>>();
  /** What the loops around a command read each line into. */
  readonly #read: string[] = [];
  /** Variables that hold what a request was answered. */
  readonly #answers = new Set<string>();
  /** Files that a command hands to people. */
  readonly #mailed = new Set<string>();
  /** Where the script uploads documents to. */
  #uploads: readonly string[] = [];

  constructor(text: string, base: number, model: Model, options: ShellOptions) {
    this.#text = text;
    this.#base = base;
    this.#model = model;
    this.#options = options;
    this.#commands = commandsOf(text);
    this.#makers = makersIn(this.#commands);
  }

  read(): void {
    for (const command of this.#commands) this.#note(command);
    const urls = this.#commands.flatMap(({ words }) => urlsOf(words));
    this.#uploads = urls.filter((url) => url.endsWith('/documents')).slice(0, 1);
    this.#commands.forEach((command, i) => this.#judge(command, i));
  }

  /** What variables hold, and where they and files are sent. */
  #note({ words }: Command): void {
    const urls = urlsOf(words);
    words.forEach(({ region }, i) => {
      // `jq --arg doc "$DOC"`: the program knows it by a name of its own.
      const flag = words[i - 2]?.region.text;
      if (flag !== '--arg' && flag !== '--argjson') return;
      const known = /^\$\{?(\w+)\}?$/.exec(region.text)?.[1];
      const value =
        (known === undefined ? undefined : this.#variables.get(known)) ?? this.#variable(region, 0);
      this.#variables.set(words[i - 1]?.region.text ?? '', value);
    });
    const texts = words.map(({ region }) => region.text);
    const answer = texts.some((text) => SENDERS.test(text.replace(OPENED, '')))
      ? ASSIGNED.exec(texts[0] ?? '')?.[1]
      : undefined;
    if (answer !== undefined) this.#answers.add(answer);
    for (const file of mailedIn(texts)) this.#mailed.add(file);
    const url = dataUrlIn(words, this.#makers);
    for (const { region } of words) {
      const name = ASSIGNED.exec(region.text);
      if (name?.[1] !== undefined) {
        const made = url && this.#variable(url.word.region, url.from);
        this.#variables.set(name[1], made ?? this.#variable(region, name[0].length));
      }
      if (urls.length === 0) continue;
      const plain = region.text.replace(GLUED, '');
      const sent =
        /^"?\$\{?(\w+)\}?"?$/.exec(plain)?.[1] ?? (plain.startsWith('@') ? plain.slice(1) : undefined);
      if (sent === undefined) continue;
      const known = this.#sentTo.get(sent) ?? new Set();
      for (const url of urls) if (known.size < MAX_URLS) known.add(url);
      this.#sentTo.set(sent, known);
    }
  }

  #judge({ words, heredocs }: Command, nth: number): void {
    const texts = words.map(({ region }) => region.text);
    const context = this.#context(urlsOf(words), texts);
    const given = { ...context, names: [...context.names, ...askedIn(words)] };
    for (const word of words) pathsIn(this.#placed(word.region), this.#model, given);
    const sender = texts.some((text) => SENDERS.test(text));
    // What a request is piped into reads its answer.
    const sent = texts.findIndex((text) => SENDERS.test(text));
    const answer = sent < 0 ? -1 : texts.indexOf('|', sent);
    const into = texts.flatMap((text, i) =>
      text.startsWith('>') ? [text.replace(/^>+/, '') || (texts[i + 1] ?? '')] : [],
    );
    const program = texts.findIndex(isJq);
    const read = this.#readBy(texts);
    const made = program < 0 ? context : this.#ofAnswer(this.#contextOfProgram(context, into, read), texts);
    words.forEach((word, i) => {
      if (answer >= 0 && i > answer) return;
      if (program >= 0 && i > program)
        this.#model.objects.push(...assignedIn(this.#placed(word.region), made));
      const isBody = sender && (DATA_FLAG.test(texts[i - 1] ?? '') || GLUED.test(word.region.text));
      const file = isBody ? /^(?:--\w[\w-]*=|-d)?@(.+)$/.exec(word.region.text)?.[1] : undefined;
      if (file !== undefined) this.#options.sends?.(file, context);
      else if (isBody || !sender || !/^(https?:|-H)/.test(word.region.text))
        this.#body(word, program >= 0 && i > program ? made : context);
    });
    const asked = texts.findIndex(isHttpie);
    const items = words.slice(asked + 1).map(({ region }) => this.#placed(region));
    const body = asked < 0 ? undefined : itemsOf(items, context);
    if (body) this.#model.objects.push(body);
    this.#types(words, texts, context, nth);
    for (const heredoc of heredocs) this.#heredoc(heredoc, context, into);
  }

  #variable({ text, at }: Region, from: number): Variable {
    const start = this.#base + at(from);
    const end = this.#base + at(Math.max(from, text.length - 1)) + 1;
    return { text: text.slice(from), at: { start, end } };
  }

  #context(urls: readonly string[], texts: readonly string[]): Context {
    // As much of it as is a name: it is looked at for every finding.
    const first = (texts.find((text) => text !== '') ?? '').slice(0, MAX_NAME);
    const asks = urls.length > 0 ? ANSWERED.exec(first) : null;
    const name = asks ? (asks[1] ?? texts[texts.indexOf(first) + 1] ?? '').slice(0, MAX_NAME) : first;
    const assigned = ASSIGNED.exec(name)?.[1];
    const outer = this.#options.context ?? NO_CONTEXT;
    const through = assigned === undefined ? [] : [...(this.#sentTo.get(assigned) ?? [])];
    const own = urls.length > 0 ? urls : through.length > 0 ? through : outer.urls;
    return { ...outer, names: [assigned ?? name, ...outer.names], urls: own };
  }

  #placed(region: Region): Region {
    return { text: region.text, at: (offset) => this.#base + region.at(offset) };
  }

  /** What a program of jq puts into a body: of this command, or of one that sends the file that it is written to. */
  #contextOfProgram(context: Context, into: readonly string[], read: readonly string[]): Context {
    return context.urls.length > 0 ? context : { ...context, urls: this.#urlsOfFiles([...into, ...read]) };
  }

  /** Made of an answer, for something else than a request: `jq '{...}' <<<"$answer"`. */
  #ofAnswer(context: Context, texts: readonly string[]): Context {
    if (context.urls.length > 0) return context;
    const reading = fedBy(texts).some((name) => this.#answers.has(name));
    return reading ? { ...context, reading } : context;
  }

  /** What a loop reads that this command's output goes to: `... | while read -r x`, `done < <(...)`. */
  #readBy(texts: readonly string[]): readonly string[] {
    const name = readInto(texts);
    if (name !== undefined) this.#read.push(name);
    const last = texts[0] === 'done' ? this.#read.pop() : name;
    return last === undefined ? [] : [last];
  }

  #isShown = (file: string): boolean => SHOWN.test(file) || this.#mailed.has(file);

  #urlsOfFiles(files: readonly string[]): string[] {
    return [...new Set(files)].flatMap((file) => [...(this.#sentTo.get(file) ?? [])]).slice(0, MAX_URLS);
  }

  /** The object in a word: of a request, or of the program that makes one (`jq -n '{...}'`). */
  #body({ region }: Word, context: Context): void {
    const from = region.text.search(/\{\s*["'\w{$]|\[\s*[{"']/);
    if (from < 0) return;
    const body: Region = {
      text: region.text.slice(from),
      at: (offset) => this.#base + region.at(from + offset),
    };
    readJson(body, this.#model, { context, variable: (name) => this.#variables.get(name) });
  }

  #heredoc({ start, end }: Heredoc, context: Context, into: readonly string[]): void {
    const text = this.#text.slice(start, end);
    const from = text.search(/[[{]/);
    if (from < 0) return;
    const files = this.#urlsOfFiles(into);
    const urls = files.length > 0 ? files : context.urls;
    const reading = context.reading || (urls.length === 0 && into.some((file) => this.#isShown(file)));
    readJson(wholeRegion(text.slice(from), this.#base + start + from), this.#model, {
      context: { ...context, urls, reading },
      variable: (name) => this.#variables.get(name),
    });
  }

  /** `for t in OwnershipChart AmlPolicy`, `TYPES=(...)`, `-F type=OwnershipChart`. */
  #types(words: readonly Word[], texts: readonly string[], context: Context, nth: number): void {
    const [first] = words;
    if (!first || !texts.some((text) => /[a-z][A-Z]/.test(text))) return;
    const urls = context.urls.length > 0 ? context.urls : this.#uploads;
    // The pattern of a case says what its arm is for.
    const pattern = texts.findIndex((text) => text.endsWith(')'));
    const arm = texts.slice(0, pattern + 1).some((text) => text.includes('(')) ? -1 : pattern;
    const pieces = words.slice(arm + 1).flatMap(({ region }, i) => [
      {
        text: `${i === 0 ? '' : ' '}${region.text.replace(/^\w+=/, (name) => ' '.repeat(name.length))}`,
        at: region.at(0) - (i === 0 ? 0 : 1),
        raw: true,
      },
    ]);
    const line = decoded(pieces);
    const inner: Model = emptyModel();
    const at = { start: first.region.at(0), end: first.region.at(0) + 1 };
    readWords(line.text, 0, at, { ...context, urls }, inner);
    if (inner.texts.length + inner.lists.length === 0 || isOnlySought(this.#commands, nth)) return;
    for (const text of inner.texts) this.#model.texts.push({ ...text, at: this.#moved(text.at, line) });
    const listed =
      /^(for|case|select)$|\(/.test(texts[0] ?? '') || texts.some((text) => /^\w+=\(/.test(text));
    for (const list of listed ? inner.lists : []) {
      const items = list.items
        .map((item) => ({ ...item, at: this.#moved(item.at, line) }))
        .filter(({ text }) => /^[A-Z]/.test(text));
      const place = { start: this.#base + at.start, end: this.#base + at.end };
      this.#model.lists.push({ ...list, items, at: place });
    }
  }

  #moved({ start, end }: { start: number; end: number }, line: Region): { start: number; end: number } {
    return { start: this.#base + line.at(start), end: this.#base + line.at(end - 1) + 1 };
  }
}
