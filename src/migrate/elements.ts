// The records of a JSON file, without holding the file: the elements of a list, one object, or one object a line. This
// scanner sees only brackets and strings, so that a broken record does not affect the others, and its text is kept.
import type { FileHandle } from 'node:fs/promises';

import { readChunks } from '../files/bytes.ts';
import { InputError } from '../files/input-error.ts';
import { bytesMessage } from '../files/messages.ts';
import type { Message } from '../message.ts';
import { migrateMessage } from './messages.ts';

export interface Element {
  readonly text: string;
  /** 1-based line where it begins. */
  readonly line: number;
  /** How deeply brackets are nested: a recursive parser has a limit. */
  readonly depth: number;
}

/** The parser may take fifty bytes for each character. */
const MAX_ELEMENT = 16 * 1024 * 1024;
const [LINE_FEED, SPACE, QUOTE, COMMA, BACKSLASH] = [10, 32, 34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** `isList`: called once, with whether the records are elements of one list. Errors: {@link InputError}. */
export async function* elementsOf(
  handle: FileHandle,
  file: string,
  isList: (list: boolean) => void,
): AsyncGenerator<Element> {
  const scanner = new ElementScanner(file, isList);
  for await (const utf8 of readChunks(handle, file)) yield* scanner.feed(utf8.toString('utf8'));
  scanner.end();
}

const flaw = (name: string): Message => bytesMessage('json_flaw', { flaw: name });

class ElementScanner {
  readonly #file: string;
  readonly #isList: (list: boolean) => void;
  /** Depth at which records begin: 1 inside a list, 0 otherwise, -1 while it is not known. */
  #base = -1;
  #depth = 0;
  #deepest = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #startLine = 1;
  /** The open record: its text in earlier pieces, and where it continues in this piece. */
  #text = '';
  #from = 0;
  #found: Element[] = [];

  constructor(file: string, isList: (list: boolean) => void) {
    this.#file = file;
    this.#isList = isList;
  }

  feed(piece: string): Element[] {
    this.#found = [];
    this.#from = 0;
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      if (code === LINE_FEED) this.#line++;
      if (!this.#inString) this.#outside(code, i, piece);
      else if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) this.#inString = false;
    }
    if (this.#depth > this.#base && this.#base >= 0) this.#text += piece.slice(this.#from);
    this.#judgeLength(this.#text.length);
    return this.#found;
  }

  end(): void {
    if (this.#base === -1) throw this.#error(1, flaw('empty'));
    if (this.#depth !== 0) throw this.#error(this.#startLine, flaw('CloseBraceExpected'));
  }

  #outside(code: number, at: number, piece: string): void {
    if (code === OPEN_OBJECT || code === OPEN_LIST) this.#open(code, at);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.#close(at, piece);
    else if (code === QUOTE) this.#string();
    else if (this.#depth <= Math.max(this.#base, 0) && code > SPACE && code !== COMMA) this.#stray();
  }

  #open(code: number, at: number): void {
    if (this.#base === -1) {
      this.#base = code === OPEN_LIST ? 1 : 0;
      this.#isList(code === OPEN_LIST);
    }
    this.#depth++;
    this.#deepest = Math.max(this.#deepest, this.#depth - this.#base);
    if (this.#depth !== this.#base + 1) return;
    this.#startLine = this.#line;
    this.#from = at;
    this.#text = '';
    this.#deepest = 1;
  }

  #close(at: number, piece: string): void {
    this.#depth--;
    if (this.#depth < 0) throw this.#error(this.#line, flaw('EndOfFileExpected'));
    if (this.#depth !== this.#base) return;
    const text = this.#text + piece.slice(this.#from, at + 1);
    this.#judgeLength(text.length);
    this.#found.push({ text, line: this.#startLine, depth: this.#deepest });
    this.#text = '';
    this.#from = at + 1;
  }

  #judgeLength(length: number): void {
    if (length > MAX_ELEMENT)
      throw this.#error(this.#startLine, bytesMessage('too_large', { most: MAX_ELEMENT }));
  }

  #string(): void {
    if (this.#depth <= Math.max(this.#base, 0)) this.#stray();
    this.#inString = true;
  }

  #stray(): void {
    throw this.#error(this.#line, migrateMessage('record_not_object'));
  }

  #error(line: number, message: Message): InputError {
    return new InputError('json', { file: this.#file, line }, message);
  }
}
