// The expressions inside a string of a syntax tree: `${base}`, `#{base}`, PHP's `{$base}`.
import type { Node } from 'web-tree-sitter';

const INNER = /(substitution|interpolation|string_content_interpolation|variable_name|escape_interpolation)$/;

interface Code {
  readonly start: number;
  readonly end: number;
}

/** Where they begin and end, their signs included. */
export function codesIn(node: Node, text: string): Code[] {
  const codes: Code[] = [];
  collect(node, codes);
  return codes.map((code) => braced(code, text));
}

function collect(node: Node, into: Code[]): void {
  for (const child of node.namedChildren) {
    if (INNER.test(child.type)) into.push({ start: child.startIndex, end: child.endIndex });
    else if (/content|string|heredoc/.test(child.type)) collect(child, into);
  }
}

/** PHP's `{$base}`: the braces are none of the text. */
function braced({ start, end }: Code, text: string): Code {
  const isBraced = text[start] === '$' && text[start - 1] === '{' && text[end] === '}';
  return isBraced && text[start + 1] !== '{' ? { start: start - 1, end: end + 1 } : { start, end };
}
