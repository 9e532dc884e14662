// Arguments of a shell's functions that become a part of a path: `call() { curl "$BASE/api/v1/$1"; }` and `call current-tenant`.
import { type Filled, lineStartOf, wordAround } from './filled-word.ts';

/** A body of a function is looked at no further than this. */
const MAX_BODY = 1_500;
/** Bounded: 100 characters. */
const NAMED = /(?:^|\s)(\w{1,80})=["']?$/;
/** The words of a command up to an argument, from where the command begins. Bounded: 300 characters. */
const COMMAND =
  /(?:^|[;&|({`]|^\s{0,40}\(?["']?[\w|.*?"'-]{1,60}\)\s|\b(?:then|do|else|time|if|elif|while|until)\s|[\s;]!\s)\s{0,40}(?!(?:then|do|else|if|elif|while|until|time)\s)([A-Za-z_][\w-]{0,79})((?:\s{1,4}["']?[\w$.{}/-]{1,80}["']?){0,4})\s{1,4}["']?$/;

/** Where the argument at an offset is put, if a function of the same text puts it into a path. */
export function argumentAt(text: string, start: number): Filled | undefined {
  const lineStart = lineStartOf(text, start);
  const command = COMMAND.exec(text.slice(lineStart, start));
  const body = command?.[1] === undefined ? undefined : bodyOf(text, command[1]);
  if (!command || !body) return undefined;
  const index = (command[2] ?? '').split(/\s+/).filter((word) => word !== '').length + 1;
  const own = text.slice(body.start, body.end);
  const named = namedIn(own, index);
  for (const name of [String(index), ...(named === undefined ? [] : [named])]) {
    for (const written of [`$${name}`, `\${${name}}`]) {
      const at = own.indexOf(written);
      if (at < 0 || /\w/.test(own[at + written.length] ?? ' ')) continue;
      const filled = wordAround(text, body.start + at, body.start + at + written.length);
      if (/\//.test(filled.before)) return filled;
    }
  }
  return undefined;
}

/** `local path=$1`. */
function namedIn(body: string, index: number): string | undefined {
  for (const written of [`$${index}`, `\${${index}`]) {
    const at = body.indexOf(written);
    const name = at < 0 ? undefined : NAMED.exec(body.slice(Math.max(0, at - 100), at))?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** What a function does: to the bracket that begins a line or ends the one that it stands in. */
function bodyOf(text: string, name: string): { start: number; end: number } | undefined {
  const declared = text.indexOf(`${name}()`);
  const plain = declared < 0 ? text.indexOf(`function ${name}`) : declared;
  const open = plain < 0 ? -1 : text.indexOf('{', plain);
  if (open < 0 || open > plain + name.length + 40) return undefined;
  const close = text.indexOf('\n}', open);
  const line = text.indexOf('\n', open);
  const inLine = text.slice(open, line < 0 ? text.length : line).lastIndexOf('}');
  const end =
    inLine > 0 && /^\}\s*$/.test(text.slice(open + inLine, line < 0 ? text.length : line))
      ? open + inLine
      : close;
  return { start: open, end: Math.min(end < 0 ? text.length : end, open + MAX_BODY) };
}
