// The expression that a path stands in, whole, as a formatter may have put it on several lines: the sum that it ends, the arguments of
// its call, the entries of its object or its block of settings that say to whom a request goes.

/** As much of a text as is looked at, before and behind a place. */
const FAR = 400;
const BEHIND = 240;
/** Where a sum goes on: before an operator, behind one, or from one literal to the next. Bounded: indents of 80 characters. */
const GOES_ON =
  /[ \t]{0,20}\r?\n[ \t]{0,80}(?=[+~&]\s|\+[\w"'`])|(?<=[+~&=])[ \t]{0,20}\r?\n[ \t]{0,80}|(?<=["'`])[ \t]{0,20}\r?\n[ \t]{0,80}(?=[rbfRBF]{0,2}["'`]?$)/g;

/** What stands before a place on its line, and on those that its sum began on. */
export function sumBefore(text: string, at: number, near: number): string {
  const before = text.slice(Math.max(0, at - FAR), at);
  const whole = before.replace(GOES_ON, ' ');
  return whole.slice(Math.max(whole.lastIndexOf('\n') + 1, whole.length - near));
}

/** Keys and arguments that say to whom a request goes. Bounded: values of 80 characters. */
const SAYS =
  /(?<![\w.$-])["']?(?:base_?-?ur[il]|baseURL|base_?-?address|host(?:_?-?name)?|service(?:_?-?name)?|server|domain|prefix_?ur[il]|vendor|provider|partner|upstream|integration|(?:http_)?conn(?:ection)?_id|connection|product|api_?name|system)["']?\s{0,3}(?::|=>?)\s{0,3}(?!\s)["'`]?([\w$@{][\w.$@:/{}[\]-]{0,80}(?:\["'][\w-]{1,60}["'])?)/gi;

/** What is named in the same call, object or block of settings as the one that a request goes to. */
export function namedBeside(text: string, at: number, isData: boolean): string[] {
  const around = argumentsAround(text, at) ?? (isData ? entriesAround(text, at) : undefined);
  return around === undefined ? [] : [...around.matchAll(SAYS)].map(([, value = '']) => value);
}

/** What stands before a brace that opens an object. Bounded: 40 characters. */
const OBJECT =
  /(?:[(,=:[?]|=>\s{0,3}\(|\b(?:return|await|default|map|dict)|^)\s{0,20}$|(?:^|[\s&(.])[A-Z]\w{0,30}$/;

/** The arguments or the object that a place stands in, without what is nested there; `undefined` where it stands in neither. */
export function argumentsAround(text: string, at: number): string | undefined {
  const start = opening(text, at);
  const open = text.charAt(start);
  if (start < 0 || (open === '{' && !OBJECT.test(text.slice(Math.max(0, start - 40), start))))
    return undefined;
  const found = plain(text, start + 1, Math.min(text.length, at + BEHIND));
  return open !== '[' || found.includes('=>') ? found : undefined;
}

/** Where the innermost bracket around a place opens. */
function opening(text: string, at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= Math.max(0, at - FAR); i--) {
    const char = text.charAt(i);
    if (char === ')' || char === ']' || char === '}') depth++;
    else if ((char === '(' || char === '[' || char === '{') && depth-- === 0) return i;
  }
  return -1;
}

/** Up to the bracket's end, nested objects and blocks left out. */
function plain(text: string, from: number, to: number): string {
  let calls = 0;
  let holes = 0;
  let depth = 0;
  let found = '';
  for (let i = from; i < to; i++) {
    const char = text.charAt(i);
    if (char === '{' && /[$#]/.test(text.charAt(i - 1))) holes++;
    else if (char === '{' || char === '[') depth++;
    if (depth === 0) found += char;
    if (char === '(') calls++;
    else if (char === ')' && calls-- === 0) break;
    else if (char === '}' && holes > 0) holes--;
    else if ((char === '}' || char === ']') && depth-- === 0) break;
  }
  return found;
}

const INDENT = /^([ \t]{0,60}(?:- {1,3})?)["']?[A-Za-z_]/;
const MOST_LINES = 12;

/** The entries of a block of settings, by their indent. */
function entriesAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - FAR), at).split('\n');
  const behind = text.slice(at, at + BEHIND).split('\n');
  const own = `${before.pop() ?? ''}${behind.shift() ?? ''}`;
  const indent = INDENT.exec(own)?.[1]?.length;
  if (indent === undefined || indent === 0) return '';
  const entry = own.trimStart().startsWith('- ');
  const found: string[] = [];
  const take = (lines: readonly string[], isAbove: boolean): void => {
    for (const line of lines.slice(0, MOST_LINES)) {
      const [, lead = ''] = INDENT.exec(line) ?? [];
      const isFirst = lead.includes('-');
      if (line.trim() === '' || lead.length < indent || (isFirst && lead.length === indent && !isAbove))
        break;
      if (lead.length > indent) continue;
      found.push(line);
      if (isFirst) break;
    }
  };
  if (!entry) take(before.reverse(), true);
  take(behind, false);
  return found.join('\n');
}
