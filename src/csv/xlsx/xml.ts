// XML as workbooks have it, read in pieces: elements, attributes, text. What workbooks never have (entities of their own, a
// document type) is refused: it is there to do harm.
import { DamagedArchive } from './zip.ts';

/** A tag or a text that is longer is none that a spreadsheet writes. */
const MAX_TOKEN = 4 * 1024 * 1024;
const MAX_DEPTH = 100;

export interface XmlEvents {
  /** `attributes`: as they stand in the tag; see attributeOf. Names are without prefix. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const bad = (): DamagedArchive =>
  new DamagedArchive('damaged inside: open it in a spreadsheet and save it anew');

/** Text of a document or of an attribute, with its references put in. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?)?([0-9A-Za-z]{1,8});?/g, (_, number: string | undefined, name: string) => {
    if (number === undefined) {
      const known = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
      if (known === undefined) throw bad();
      return known;
    }
    const code = Number.parseInt(name, number === '#x' ? 16 : 10);
    if (!(code > 0 && code <= 0x10ffff)) throw bad();
    return String.fromCodePoint(code);
  });
}

/** The value of an attribute, by its name without prefix; `undefined` where there is none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (let at = 0; ;) {
    const equals = attributes.indexOf('=', at);
    if (equals === -1) return undefined;
    const found = local(attributes.slice(at, equals).trim());
    let begin = equals + 1;
    while (attributes.charCodeAt(begin) <= 0x20) begin++;
    const quote = attributes.charAt(begin);
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, begin + 1) : -1;
    if (end === -1) throw bad();
    if (found === name) return unescaped(attributes.slice(begin + 1, end));
    at = end + 1;
  }
}

export class XmlReader {
  readonly #events: XmlEvents;
  #open = '';
  readonly #names: string[] = [];

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** Errors: {@link DamagedArchive}, and what the events throw. */
  feed(text: string): void {
    const all = this.#open === '' ? text : this.#open + text;
    let at = 0;
    for (;;) {
      const tag = all.indexOf('<', at);
      if (tag === -1) break;
      const end = endOfTag(all, tag);
      if (end === -1) break;
      if (tag > at) this.#text(all.slice(at, tag));
      this.#tag(all.slice(tag, end));
      at = end;
    }
    this.#open = all.slice(at);
    if (this.#open.length > MAX_TOKEN) throw bad();
  }

  end(): void {
    if (this.#names.length > 0 || this.#open.trim() !== '') throw bad();
  }

  #text(text: string): void {
    if (this.#names.length > 0) this.#events.text(unescaped(text));
  }

  #tag(tag: string): void {
    if (tag.startsWith('<![CDATA[')) {
      this.#events.text(tag.slice(9, -3));
      return;
    }
    if (tag.startsWith('<!--') || tag.startsWith('<?')) return;
    if (tag.startsWith('<!'))
      throw new DamagedArchive('no workbook that a spreadsheet wrote (a document type is declared inside)');
    if (tag.startsWith('</')) {
      const name = local(tag.slice(2, -1).trim());
      if (this.#names.pop() !== name) throw bad();
      this.#events.close(name);
      return;
    }
    const isEmpty = tag.endsWith('/>');
    const inside = tag.slice(1, isEmpty ? -2 : -1);
    const space = inside.search(/\s/);
    const name = local(space === -1 ? inside : inside.slice(0, space));
    if (name === '') throw bad();
    this.#events.open(name, space === -1 ? '' : inside.slice(space));
    if (isEmpty) this.#events.close(name);
    else if (this.#names.push(name) > MAX_DEPTH) throw bad();
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Behind the tag; -1 where it goes on. A `>` may stand in an attribute. */
function endOfTag(text: string, from: number): number {
  if (text.startsWith('<!--', from)) return behind(text, '-->', from + 4);
  if (text.startsWith('<![CDATA[', from)) return behind(text, ']]>', from + 9);
  if (text.startsWith('<?', from)) return behind(text, '?>', from + 2);
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x3e) return at + 1;
    if (char !== 0x22 && char !== 0x27) continue;
    at = text.indexOf(text.charAt(at), at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? -1 : at + end.length;
}

/** Reads bytes of UTF-8 to their end. */
export async function readXml(bytes: AsyncIterable<Buffer>, events: XmlEvents): Promise<void> {
  const reader = new XmlReader(events);
  for await (const text of textOf(bytes)) reader.feed(text);
  reader.end();
}

/** Errors: {@link DamagedArchive} for what is no UTF-8. */
export async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece: Buffer | undefined): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw bad();
    }
  };
  for await (const piece of bytes) yield decode(piece);
  yield decode(undefined);
}
