// Whether a regular expression of a user's own may take exponentially long over a text that it doesn't match: nothing can stop
// it then. That takes a repeated group that can match the same text in several ways. Tells more than is slow, never less of the
// ways that people write by mistake: `(a+)+`, `(a|a)*`, `(a?a?)*`.

interface Group {
  /** What may be longer or shorter inside: `*`, `+`, `{2,}`, `{2,5}`. */
  varies: boolean;
  optional: number;
  /** The atom that each of its branches begins with; empty where that says nothing. */
  readonly starts: string[];
  isAtStart: boolean;
}

const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;
const OPENING = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/;

const ZERO_WIDTH = /^(?:[\^$]|\\[bB])$/;

const newGroup = (): Group => ({ varies: false, optional: 0, starts: [''], isAtStart: true });

/** Whether it can be repeated more than once. */
function repeats(quantifier: string): boolean {
  if (quantifier === '' || quantifier.startsWith('?')) return false;
  return !/^\{[01](?:,[01])?\}/.test(quantifier);
}

const varies = (quantifier: string): boolean => /^(?:[*+]|\{\d+,)/.test(quantifier);

function isManyWays({ varies, optional, starts }: Group): boolean {
  if (varies || optional > 1) return true;
  return starts.some((one, at) => starts.slice(at + 1).some((other) => mayMeet(one, other)));
}

const LITERAL = /^(?:\\[^\p{L}\p{N}]|[^\\[.^$])$/u;

/** Whether two branches may begin with the same character. */
function mayMeet(one: string, other: string): boolean {
  if (one === '' || other === '' || one === other) return true;
  const [literal, atom] = LITERAL.test(one) ? [one, other] : [other, one];
  if (!LITERAL.test(literal)) return true;
  // A user's own: an atom of an expression that is one, against one character.
  return new RegExp(`^${atom}$`).test(literal.slice(-1));
}

/** `source`: of an expression that is one. */
export function mayTakeForEver(source: string): boolean {
  const open: Group[] = [newGroup()];
  for (let at = 0; at < source.length;) {
    const group = open.at(-1) ?? newGroup();
    const char = source[at] ?? '';
    if (char === '(') {
      open.push(newGroup());
      at += OPENING.exec(source.slice(at))?.[0].length ?? 1;
      continue;
    }
    if (char === '|') {
      group.starts.push('');
      group.isAtStart = true;
      at++;
      continue;
    }
    const atom = char === ')' ? char : atomAt(source, at);
    at += atom.length;
    const quantifier = QUANTIFIER.exec(source.slice(at))?.[0] ?? '';
    at += quantifier.length;
    const outer = char === ')' ? closed(open, group, quantifier) : group;
    if (!outer) return true;
    if (outer.isAtStart && char !== ')' && !ZERO_WIDTH.test(atom) && !/^[*?{]/.test(quantifier))
      outer.starts[outer.starts.length - 1] = atom;
    outer.isAtStart = false;
    outer.varies ||= varies(quantifier);
    if (quantifier.startsWith('?')) outer.optional++;
  }
  return false;
}

/** The group around one that ends; `undefined` where what ended is repeated and can match in several ways. */
function closed(open: Group[], inner: Group, quantifier: string): Group | undefined {
  if (repeats(quantifier) && isManyWays(inner)) return undefined;
  open.pop();
  const outer = open.at(-1) ?? newGroup();
  outer.varies ||= inner.varies;
  outer.optional += inner.optional;
  // Several ways inside are several ways outside.
  if (inner.starts.length > 1) outer.starts.push(...(isManyWays(inner) ? ['', ''] : []));
  return outer;
}

/** A character, an escape or a class. */
function atomAt(source: string, at: number): string {
  const rest = source.slice(at);
  const found = /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\.|\[\^?(?:\\.|[^\]\\])*\])/su.exec(rest);
  return found?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
}
