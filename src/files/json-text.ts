// JSON that a person wrote: read strictly, and with the place of each value, so that a mistake is found in an editor. A
// name that stands there twice is a mistake, not the last one's.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

import { PaybatchError } from '../errors.ts';
import type { Message } from '../message.ts';
import { bytesMessage } from './messages.ts';

interface TextPlace {
  /** Both from 1 on. */
  readonly line: number;
  readonly column: number;
}

export class JsonTextError extends PaybatchError {
  readonly place: TextPlace;

  constructor(place: TextPlace, told: Message) {
    super('json', told);
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
    throw flawAt(text, 0, 'too_deep');
  }
}

function parsed(text: string): JsonText {
  if (text.trim() === '') throw flawAt(text, 0, 'empty');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error) throw flawAt(text, error.offset, printParseErrorCode(error.error));
  if (!tree) throw new Error('JSON without a mistake and without a value');
  return {
    value: valueOf(tree, text),
    placeOf: (path) => placeAt(text, find(tree, path).offset),
  };
}

const flawAt = (text: string, offset: number, flaw: string): JsonTextError =>
  new JsonTextError(placeAt(text, offset), bytesMessage('json_flaw', { flaw }));

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
      throw new JsonTextError(placeAt(text, offset), bytesMessage('json_name_twice', { name: key }));
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
