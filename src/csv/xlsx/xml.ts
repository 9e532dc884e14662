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

const NAME = String.raw`[^\s=<>"'/!?]+`;
const ATTRIBUTE = String.raw`${NAME}\s*=\s*(?:"[^"]*"|'[^']*')`;
const ATTRIBUTES = new RegExp(String.raw`(${NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'g');
/** A comment, an instruction, CDATA, a tag with its attributes, or a text. */
const TOKEN = new RegExp(
  String.raw`<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(/?)(${NAME})((?:\s+${ATTRIBUTE})*)\s*(/?)>|[^<]+`,
  'y',
);

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
    const emptyElement = this.#isEmpty ? this.#opened : '';
    [this.text, this.#opened, this.#closed, this.#isEmpty] = ['', '', emptyElement, false];
    if (emptyElement !== '') return true;
    if (this.#at < this.#xml.length) this.#take();
    else if (this.#names.length > 0) throw new DamagedArchive();
    else return false;
    return true;
  }

  #take(): void {
    TOKEN.lastIndex = this.#at;
    const [token, verbatim, slash, prefixed = '', attributes = '', end] = TOKEN.exec(this.#xml) ?? [];
    if (token === undefined) throw new DamagedArchive(); // a document type, for example
    this.#at += token.length;
    const name = local(prefixed);
    if (verbatim !== undefined) this.text = verbatim;
    else if (!token.startsWith('<')) {
      if (this.#names.length > 0) this.text = unescaped(token);
      else if (token.trim() !== '') throw new DamagedArchive();
    } else if (slash === '/') {
      this.#closed = name;
      if (this.#names.pop() !== name) throw new DamagedArchive();
    } else if (name !== '') {
      [this.#opened, this.#attributes, this.#isEmpty] = [name, attributes, end === '/'];
      if (!this.#isEmpty && this.#names.push(name) > MAX_DEPTH) throw new DamagedArchive();
    }
  }

  /** The value of an attribute of the element that this token opens. */
  attribute(name: string): string | undefined {
    for (const [, found = '', one, other = ''] of this.#attributes.matchAll(ATTRIBUTES))
      if (local(found) === name) return unescaped(one ?? other);
    return undefined;
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
