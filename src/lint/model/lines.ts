// Offsets into lines and columns, and a line as it may be shown: no value, and no longer than a screen.
import { camel } from './facts.ts';
import { INTEREST, REMOVED_TYPES, typeNamed } from './vocabulary.ts';

/** A copy: a slice would keep the whole file in memory for each finding. */
export const owned = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

export class Lines {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** 0-based line and column. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - (this.#starts[low] ?? 0) };
  }

  text(line: number): string {
    const start = this.#starts[line] ?? this.#text.length;
    const end = this.#starts[line + 1] ?? this.#text.length + 1;
    const text = this.#text.slice(start, end - 1);
    // No expression: it would read the whole line for each finding in it.
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }
}

/** A line as it may be shown, and the position of the finding in it. */
interface ShownLine {
  readonly text: string;
  readonly caret: number;
  readonly width: number;
}

const MOST_SHOWN = 120;
const BEFORE = 40;
/** A longer name that crosses the edge of the shown part may be masked. */
const EDGE = 60;

/** Around the finding at a column. `keeps`: the finding is a name, and stays whatever it is. */
export function shownLine(line: string, column: number, length: number, keeps: boolean): ShownLine {
  const start = Math.max(0, Math.min(column - BEFORE, line.length - MOST_SHOWN));
  const width = Math.max(1, Math.min(length, MOST_SHOWN - (column - start)));
  const from = Math.max(0, start - EDGE);
  const part = line.slice(from, start + MOST_SHOWN + EDGE);
  const end = keeps ? column - from + width : 0;
  const text = masked(part, keeps ? column - from : 0, end).slice(start - from, start - from + MOST_SHOWN);
  return { text: text.replaceAll('\t', ' '), caret: column - start, width };
}

/** Words of programs in any language, of requests, and of this service's paths. */
const SHOWN: ReadonlySet<string> = new Set(
  (
    'abs abstract accept accounts amount and any api append application apply args array as async attr ' +
    'auth authorization await axios balances base base64 be bearer begin block body bool boolean build ' +
    'builder byte call case catch chain char class client code collect column config configuration ' +
    'const constructor content context create created crypto curl currency current customer customers ' +
    'data datetime decimal declare decode def default defer delete deposit deprecated developer dict ' +
    'dictionary do doc document documents done double dto dumps each echo elif else elsif encode end ' +
    'endpoint enum env err error errors esac event except export extends extern false fetch fi fiat ' +
    'field fields file files final finally float fmt fn for form format from fun func function get go ' +
    'guard handler hash head header headers host http https if image impl implements import in include ' +
    'init input instance instruction instructions int integer interface internal into is item items ' +
    'jpeg jq json key keys kind lambda len let list load local logger long loop make map match message ' +
    'method model module mut mutable name namespace new nil none not null number object of ok on ' +
    'onboarding open operator option optional options or out output override package pair param params ' +
    'parse part pass patch path payload payment payments payout payouts pdf png post print private ' +
    'promise property protected proto public purpose push put query quote quotes raise raw read ' +
    'readonly receiver record request requests require required res resource response rest result ' +
    'results return row rows sandbox sdk sealed select self send serialize service set setup sh size ' +
    'start static str string stringify struct sub super switch symbol sync table target tenant test ' +
    'text then this throw throws tmp to token trades transfer transfers true try tuple type typed ' +
    'types undefined unit unknown until update upload uri url use using util utils v1 val value values ' +
    'var vec void webhook wget when where while with wrap write xml yaml yield'
  ).split(' '),
);

/** A name as programs write it. */
const NAME = /[\p{L}\p{M}\p{N}_-]+/gu;
/** The words of a name: `customer` and `Url` of `customerUrl`. */
const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|[^\p{L}_-]+|[^_-]/gu;

function isShown(name: string): boolean {
  if (SHOWN.has(name) || INTEREST.has(camel(name)) || REMOVED_TYPES.has(typeNamed(name))) return true;
  return (name.match(WORD) ?? []).every((word) => SHOWN.has(word.toLowerCase()));
}

/** `start` and `end`: a name that was found and stays, whatever it is. */
export function masked(line: string, start = 0, end = 0): string {
  const shown = line.replace(NAME, (name) => (isShown(name) ? name : '.'.repeat(name.length)));
  return shown.slice(0, start) + line.slice(start, end) + shown.slice(end);
}

/** Networks and assets that the interface names. */
const IN_PATHS: ReadonlySet<string> = new Set(['ethereum', 'USDC', 'USDCT']);

/** A path as messages name it: words of the interface and variables stay. Any other field stays as it is. */
export function withoutValues(field: string): string {
  if (!/^\/?api\/|\/current-tenant(?:\/|$)/.test(field)) return field;
  return field
    .split('/')
    .map((part) => (/[${}<>:*%]/.test(part) || IN_PATHS.has(part) || isShown(part) ? part : '...'))
    .join('/');
}
