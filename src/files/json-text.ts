// JSON that a person wrote: read strictly, and with the place of each value, so that a mistake is found in an editor. A
// name that stands there twice is a mistake, not the last one's.
import { type Node, type ParseError, type ParseErrorCode, parseTree } from 'jsonc-parser';

interface TextPlace {
  /** Both from 1 on. */
  readonly line: number;
  readonly column: number;
}

export class JsonTextError extends Error {
  readonly place: TextPlace;

  constructor(place: TextPlace, message: string) {
    super(message);
    this.place = place;
  }
}

export interface JsonText {
  /** Objects have no prototype: names are data. */
  readonly value: unknown;
  /** Where the value on a path stands, or the nearest one around it. */
  readonly placeOf: (path: readonly PropertyKey[]) => TextPlace;
}

/** Errors: {@link JsonTextError}. */
export function parseJsonText(text: string): JsonText {
  try {
    return parsed(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JsonTextError({ line: 1, column: 1 }, 'is nested too deeply');
  }
}

function parsed(text: string): JsonText {
  if (text.trim() === '')
    throw new JsonTextError({ line: 1, column: 1 }, 'is empty, and should be a JSON object');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error)
    throw new JsonTextError(placeAt(text, error.offset), WORDS[error.error] ?? 'is no JSON from here on');
  if (!tree) throw new JsonTextError({ line: 1, column: 1 }, 'is no JSON');
  return {
    value: valueOf(tree, text),
    placeOf: (path) => placeAt(text, find(tree, path).offset),
  };
}

/** By jsonc-parser's ParseErrorCode, which is a const enum. */
const WORDS: Readonly<Partial<Record<ParseErrorCode, string>>> = {
  1: 'is no JSON: here is something that is neither a text in double quotes, a number, true, false nor null',
  2: 'a number is malformed',
  3: 'a name in double quotes is missing (is there a comma too many?)',
  4: 'a value is missing (is there a comma too many?)',
  5: 'a colon is missing',
  6: 'a comma is missing',
  7: 'a closing brace is missing',
  8: 'a closing bracket is missing',
  9: 'something follows behind the end',
  10: 'JSON has no comments',
  11: 'a comment is never closed, and JSON has none',
  12: 'a text is never closed: a double quote is missing',
  14: 'a \\u is not followed by four hexadecimal digits',
  15: "a backslash is followed by a character that it can't escape: write \\\\ for a backslash",
  16: 'a character is not allowed here',
};

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

function valueOf(node: Node, text: string): unknown {
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOf(child, text));
  if (node.type !== 'object') return node.value as unknown; // a text, a number, true, false, null
  const object = Object.create(null) as Record<string, unknown>; // an object without a prototype
  for (const { children, offset } of node.children ?? []) {
    const [name, value] = children ?? [];
    if (!name || !value) continue;
    const key = String(name.value);
    if (Object.hasOwn(object, key)) {
      throw new JsonTextError(placeAt(text, offset), `"${key}" is there twice: one of the two is meant`);
    }
    object[key] = valueOf(value, text);
  }
  return object;
}

/** The node on a path, or the last one on the way. A member's own name is pointed at, not its value. */
function find(tree: Node, path: readonly PropertyKey[]): Node {
  let at = tree;
  let shown = tree;
  for (const step of path) {
    if (at.type === 'array') {
      const child = at.children?.[Number(step)];
      if (!child) return shown;
      at = shown = child;
      continue;
    }
    const member = at.children?.find(({ children }) => children?.[0]?.value === step);
    const value = member?.children?.[1];
    if (!member || !value) return shown;
    shown = member;
    at = value;
  }
  return shown;
}
