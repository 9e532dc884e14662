// The records of a JSON file, one after the other and without holding the file: a list's elements, a single object, or a
// line each. Only brackets and strings are looked at; what an element says is the parser's business.
import type { FileHandle } from 'node:fs/promises';

export interface Element {
  readonly text: string;
  /** 1-based line where it begins. */
  readonly line: number;
}

const MAX_ELEMENT = 32 * 1024 * 1024;

export class ElementError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** `isList`: called once, with whether the records are elements of one list. */
export async function* elementsOf(
  handle: FileHandle,
  isList: (list: boolean) => void,
): AsyncGenerator<Element> {
  let depth = 0;
  let base = 0;
  let told = false;
  let inString = false;
  let escaped = false;
  let line = 1;
  let startLine = 1;
  let text = '';
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' })) {
    const piece = String(chunk);
    let from = 0;
    for (let i = 0; i < piece.length; i++) {
      const char = piece[i];
      if (char === '\n') line++;
      if (inString) {
        if (escaped) escaped = false;
        else if (char === '\\') escaped = true;
        else if (char === '"') inString = false;
        continue;
      }
      if (!told && char !== undefined && !/[\s\ufeff]/.test(char)) {
        told = true;
        if (char !== '[' && char !== '{') throw new ElementError(line, 'is no JSON object or list');
        base = char === '[' ? 1 : 0;
        isList(char === '[');
      }
      if (char === '"') {
        inString = true;
        if (depth === base) startLine = line;
      } else if (char === '{' || char === '[') {
        depth++;
        if (depth === base + 1) {
          startLine = line;
          from = i;
          text = '';
        }
      } else if (char === '}' || char === ']') {
        depth--;
        if (depth === base) {
          yield { text: text + piece.slice(from, i + 1), line: startLine };
          text = '';
          from = i + 1;
        }
        if (depth < 0) throw new ElementError(line, 'a bracket closes that was never opened');
      } else if (base === 1 && depth === 1 && char !== undefined && /[\w.+-]/.test(char)) {
        throw new ElementError(line, 'the list holds something that is no object');
      }
    }
    if (depth > base) text += piece.slice(from);
    if (text.length > MAX_ELEMENT)
      throw new ElementError(startLine, `a record is longer than ${MAX_ELEMENT} characters`);
  }
  if (depth !== 0) throw new ElementError(startLine, 'the record is never closed');
  if (!told) throw new ElementError(1, 'the file is empty');
}
