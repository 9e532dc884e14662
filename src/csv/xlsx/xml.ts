// Reads the XML of workbooks token by token: elements, attributes, text. Entities and document types are refused:
// workbooks never have them, and they can do harm.
import { DamagedArchive } from './zip.ts';

const MAX_DEPTH = 100;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Text of an element or an attribute, with its references resolved. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?)?([0-9A-Za-z]{1,8});?/g, (_, number: string | undefined, name: string) => {
    const code = Number.parseInt(name, number === '#x' ? 16 : 10);
    const isCode = number !== undefined && code > 0 && code <= 0x10ffff;
    const char = isCode ? String.fromCodePoint(code) : number === undefined ? NAMED.get(name) : undefined;
    if (char === undefined) throw new DamagedArchive();
    return char;
  });
}

/** Names are without prefix. Errors: {@link DamagedArchive}. */
export class XmlCursor {
  /** Of the token; empty if it is not text. */
  text = '';
  readonly #xml: string;
  #at = 0;
  readonly #names: string[] = [];
  #opened = '';
  #closed = '';
  #attributes = '';
  #isEmpty = false;

  constructor(xml: string) {
    this.#xml = xml;
  }

  opens(name: string): boolean {
    return this.#opened === name;
  }

  closes(name: string): boolean {
    return this.#closed === name;
  }

  /** To the next token; false at the end. */
  next(): boolean {
    const isEmpty = this.#isEmpty;
    const opened = this.#opened;
    [this.text, this.#opened, this.#closed, this.#isEmpty] = ['', '', '', false];
    if (isEmpty) {
      this.#closed = opened;
      return true;
    }
    const xml = this.#xml;
    const tag = xml.indexOf('<', this.#at);
    const text = xml.slice(this.#at, tag === -1 ? xml.length : tag);
    if (text !== '' && this.#names.length > 0 && tag !== -1) {
      this.text = unescaped(text);
      this.#at = tag;
      return true;
    }
    if (tag === -1) {
      if (this.#names.length > 0 || text.trim() !== '') throw new DamagedArchive();
      return false;
    }
    const end = endOfTag(xml, tag);
    this.#at = end;
    this.#take(xml.slice(tag, end));
    return true;
  }

  #take(tag: string): void {
    if (tag.startsWith('<![CDATA[')) {
      this.text = tag.slice(9, -3);
    } else if (tag.startsWith('</')) {
      this.#closed = local(tag.slice(2, -1).trim());
      if (this.#names.pop() !== this.#closed) throw new DamagedArchive();
    } else if (tag.startsWith('<!--') || tag.startsWith('<?')) {
      return;
    } else if (tag.startsWith('<!')) {
      throw new DamagedArchive(); // a document type
    } else {
      this.#isEmpty = tag.endsWith('/>');
      const inside = tag.slice(1, this.#isEmpty ? -2 : -1);
      const space = inside.search(/\s/);
      this.#opened = local(space === -1 ? inside : inside.slice(0, space));
      this.#attributes = space === -1 ? '' : inside.slice(space);
      if (this.#opened === '' || (!this.#isEmpty && this.#names.push(this.#opened) > MAX_DEPTH))
        throw new DamagedArchive();
    }
  }

  /** The value of an attribute of the element that this token opens. */
  attribute(name: string): string | undefined {
    const attributes = this.#attributes;
    for (let at = 0; ;) {
      const equals = attributes.indexOf('=', at);
      if (equals === -1) return undefined;
      const found = local(attributes.slice(at, equals).trim());
      let begin = equals + 1;
      while (attributes.charCodeAt(begin) <= 0x20) begin++;
      const quote = attributes.charAt(begin);
      const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, begin + 1) : -1;
      if (end === -1) throw new DamagedArchive();
      if (found === name) return unescaped(attributes.slice(begin + 1, end));
      at = end + 1;
    }
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The end of the tag. A `>` may be part of an attribute. */
function endOfTag(text: string, from: number): number {
  if (text.startsWith('<!--', from)) return behind(text, '-->', from + 4);
  if (text.startsWith('<![CDATA[', from)) return behind(text, ']]>', from + 9);
  if (text.startsWith('<?', from)) return behind(text, '?>', from + 2);
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    if (char === '"' || char === "'") at = behind(text, char, at + 1) - 1;
  }
  throw new DamagedArchive();
}

function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  if (at === -1) throw new DamagedArchive();
  return at + end.length;
}
