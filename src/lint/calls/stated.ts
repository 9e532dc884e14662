// Whether the specification states an endpoint at all: five of them, below one path (section 4). Another path below it, or a method
// that none of them has, was never accepted: it speaks for another product that has the name, too, and nothing takes its place.
import type { PathUse } from '../model/model.ts';

const SUB_PATHS = new Set(['webhook-config', 'balances']);
const METHOD = 'get|post|put|patch|delete|del|destroy';
/** The call that a text is the first argument of. Bounded: 80 characters. */
const CALLED = new RegExp(
  `(?:\\.|->|::|\\b_?)(${METHOD})(?:Async|ForObject|ForEntity|AsJsonAsync|FromJsonAsync|JSON|Json)?[!?]?(?:<[^<>()]{0,80}>)?\\(\\s{0,20}[^()\\n,;]{0,80}$`,
  'i',
);
/** The method as a text, a flag or a constant of its own. */
const SAID =
  /(?:["'`:]|-X\s{0,3}["']?|--request[ =]["']?|(?:HttpMethod|Method)\.?|^\s{0,20})(GET|POST|PUT|PATCH|DELETE)(?![A-Za-z])/gim;
const MAX_STATEMENT = 600;
/** Between a path and a method: the call of another one. */
const ANOTHER = /=>|\bfunction\b|\/v1\/|\}\s{0,20},\s{0,20}\{/;

/** Whether the service has the path, and by the method that is written around it. */
export function isStated(use: PathUse, text: string): boolean {
  const rest = /current-tenant([^?#;\s"'`]*)/.exec(use.path)?.[1] ?? '';
  if (!isStatedPath(rest)) return false;
  const method = methodOf(use, text);
  if (method === undefined || /^(?:get|head|options)$/.test(method)) return true;
  return method === 'patch' && /^\/(?:webhook-config|\W)|^[^\w/]/.test(rest);
}

const GOES_ON = /\\\r?$/;

/** A shell's, in a text of several: its lines, where they go on. */
function commandOf({ at, literal }: PathUse, text: string): PathUse['at'] | undefined {
  const { end } = at;
  // All of it may be one text: `sh 'curl ...'`.
  const start = at.start + Math.max(0, literal.indexOf('current-tenant'));
  const lines = text.slice(Math.max(0, start - MAX_STATEMENT), start).split('\n');
  let from = lines.length - 1;
  while (from > 0 && GOES_ON.test(lines[from - 1] ?? '')) from--;
  const command = lines.slice(from).join('\n');
  if (!/(?:^|[\s"'`(;|&])(?:curl|wget|https?|xh)\s/.test(command)) return undefined;
  const rest = text.slice(end, end + MAX_STATEMENT).split('\n');
  const last = rest.findIndex((line) => !GOES_ON.test(line));
  return { start: start - command.length, end: end + rest.slice(0, last + 1).join('\n').length };
}

/** `rest`: what follows the name, parameters as `{}`. */
function isStatedPath(rest: string): boolean {
  if (/^\.\w/.test(rest)) return false;
  const [first, ...more] = rest
    .replace(/^[^/]*/, '')
    .split('/')
    .filter((part) => part !== '');
  if (first === undefined || isOpen(first)) return true;
  if (first === 'crypto-instruction') return more.length <= 2 || more.some(isOpen);
  return SUB_PATHS.has(first) && (more.length === 0 || isOpen(more[0] ?? ''));
}

/** A part that isn't written out: a parameter, a pattern. */
const isOpen = (part: string): boolean => !/^[\w.-]+$/.test(part);

function methodOf(use: PathUse, text: string): string | undefined {
  const { at, within } = use;
  const own = commandOf(use, text);
  const start = Math.max(
    own?.start ?? within?.start ?? text.lastIndexOf('\n', at.start) + 1,
    at.start - MAX_STATEMENT,
  );
  const end =
    own?.end ??
    within?.end ??
    at.end + (text.slice(at.end, at.end + MAX_STATEMENT).split('\n', 1)[0] ?? '').length;
  const called = CALLED.exec(text.slice(start, at.start))?.[1]?.toLowerCase();
  if (called !== undefined) return called === 'patch' || called === 'get' ? called : 'delete';
  if (end - start > MAX_STATEMENT) return undefined;
  const said = new Set(
    [...text.slice(start, end).matchAll(SAID)].flatMap(({ index, 1: one = '' }) => {
      const place = start + index;
      const between = place < at.start ? text.slice(place, at.start) : text.slice(at.end, place);
      return ANOTHER.test(between) ? [] : [one.toLowerCase()];
    }),
  );
  const [only] = said;
  return said.size === 1 ? only : undefined;
}
