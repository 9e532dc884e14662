// JSON that a person wrote, read strictly and with the place of each value. A repeated name is a mistake.
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

import type { Message } from '../message.ts';
import { InputError } from './input-error.ts';
import { bytesMessage } from './messages.ts';

interface TextPlace {
  /** Both 1-based. */
  readonly line: number;
  readonly column: number;
}

type Fail = (offset: number, what: Message) => InputError;

export interface JsonText {
  /** Objects have no prototype: names are data. */
  readonly value: unknown;
  /** The place of the value on a path, or of the nearest value around it. */
  readonly placeOf: (path: readonly PropertyKey[]) => TextPlace;
}

/** `code`: of the error. Errors: {@link InputError}. */
export function parseJsonText(text: string, file: string, code: string): JsonText {
  const fail: Fail = (offset, what) => new InputError(code, { file, ...placeAt(text, offset) }, what);
  try {
    return parsed(text, fail);
  } catch (error) {
    throw error instanceof RangeError ? fail(0, bytesMessage('json_flaw', { flaw: 'too_deep' })) : error;
  }
}

function parsed(text: string, fail: Fail): JsonText {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error || !tree) {
    const flaw = text.trim() === '' || !error ? 'empty' : printParseErrorCode(error.error);
    throw fail(flaw === 'empty' ? 0 : (error?.offset ?? 0), bytesMessage('json_flaw', { flaw }));
  }
  return {
    value: valueOf(tree, fail),
    placeOf: (path) => placeAt(text, find(tree, path).offset),
  };
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

function valueOf(node: Node, fail: Fail): unknown {
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOf(child, fail));
  if (node.type !== 'object') return node.value as unknown; // a text, a number, true, false, null
  const object = Object.create(null) as Record<string, unknown>; // an object without a prototype
  for (const { children, offset } of node.children ?? []) {
    const [name, value] = children ?? [];
    if (!name || !value) continue;
    const key = String(name.value);
    if (Object.hasOwn(object, key)) throw fail(offset, bytesMessage('json_name_twice', { name: key }));
    object[key] = valueOf(value, fail);
  }
  return object;
}

/** The node on a path, or the last one on the way. For a member it is its name, not its value. */
function find(tree: Node, path: readonly PropertyKey[]): Node {
  for (let length = path.length; length > 0; length--) {
    const steps = path.slice(0, length).filter((step) => typeof step !== 'symbol');
    const found = findNodeAtLocation(tree, steps);
    if (found) return found.parent?.type === 'property' ? found.parent : found;
  }
  return tree;
}
