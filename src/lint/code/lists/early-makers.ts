// What a function gives back in a branch of its own, `if (!uploaded) return files.map(inline)`: the earlier form, although its
// last line gives back IDs of what it uploads.
import { MAX_TOKENS } from '../tokens/given-at.ts';
import type { Token } from '../tokens/token.ts';

/** The upload's own field. */
export const BLOB = /^(fileBlob|file_blob|FileBlob)$/;
const UPLOADING = /^upload(?!ed|s)|[a-z_][Uu]pload(?!ed|s)|^Upload(?!ed|s)/;
const UPLOADED = /upload(?!ed|s)|document_?id|file_?blob|transfers(\/|$)/i;
/** As far as the word is looked for that gives it back. */
const MAX_BACK = 60;

/** Whether a token stands in what a function gives back, and nothing there uploads it. */
export function isGivenBackAt(at: number, tokens: readonly Token[]): boolean {
  const token = tokens[at];
  if (!token) return false;
  for (let i = at - 1; i >= 0 && i > at - MAX_BACK; i--) {
    const before = tokens[i];
    if (!before || before.scope !== token.scope || /^[;]$/.test(before.text)) return false;
    if (before.kind !== 'name' || !/^(return|yield)$/.test(before.text)) continue;
    const end = Math.min(before.statement.last, i + MAX_TOKENS);
    return at < end && !tokens.slice(i, end).some(({ text }) => UPLOADED.test(text));
  }
  return false;
}

/** `urls.map((url) => upload(url))`: what comes of it are IDs. */
export const uploadsIn = (from: number, to: number, tokens: readonly Token[]): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ kind, text }, i) =>
        kind === 'name' && (BLOB.test(text) || (UPLOADING.test(text) && tokens[from + i + 1]?.text === '(')),
    );

/** The branches of an expression, where it has any: `a ? b : c`, `b if a else c`, `if (a) b else c`. */
export function branchesOf(from: number, to: number, tokens: readonly Token[]): [number, number][] {
  const branches: [number, number][] = [];
  let begins = from;
  let open = 0;
  for (let at = from, depth = 0; at < to && depth >= 0; at++) {
    const { kind, text = '' } = tokens[at] ?? {};
    if (kind === 'string') continue;
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (depth === 0 && (text === '?' || text === 'else' || (text === ':' && open > 0))) {
      branches.push([begins, at]);
      begins = at + 1;
      open += text === '?' ? 1 : text === ':' ? -1 : 0;
    }
  }
  return branches.length > 0 ? [...branches, [begins, to]] : [];
}
