// A source with the values of constants where it names them: what it says of `PATHS.tenant` it says of the path itself.
/** A constant of another file. `owner`: the object, class or package that it belongs to. */
export interface Constant {
  readonly name: string;
  readonly owner: string | undefined;
  readonly value: string;
  /** The owner is a package, in which another may hold it: `api.Paths.Tenant`. */
  readonly packaged?: true;
}

/** What stands before a name and leads to it. Bounded: names of 60 characters. */
const LEADS = /(?:[A-Za-z_$@][\w$]{0,60}(?:\??\.|::|->)){1,5}$/;
/** A name of one's own is given something. Bounded: a type of 60 characters. */
const GIVEN = /^\s{0,4}(?::\s{0,2}[\w<>&' ]{1,60})?\s{0,4}(?::=|=(?![=>~]))/;
const IMPORTS = /^\s{0,20}(?:import|from|use|using|export\s{0,4}[{*]|require\w{0,10}|alias)\b/;
const FAR = 120;
/** More than a file of routes has. */
const MAX_PLACES = 400;

/** `isImported`: the file imports the constants', or lies in their package. Without any of them: `undefined`. */
export function withValues(
  text: string,
  constants: readonly Constant[],
  isImported: boolean,
): string | undefined {
  const places: Place[] = [];
  for (const constant of constants) {
    const own = placesOf(text, constant, isImported);
    if (own !== undefined) places.push(...own);
  }
  if (places.length === 0) return undefined;
  places.sort((a, b) => a.start - b.start);
  let whole = '';
  let at = 0;
  for (const { start, end, value } of places) {
    if (start < at) continue;
    whole += text.slice(at, start) + value;
    at = end;
  }
  return whole + text.slice(at);
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** A name as it is spelt whole, with what stands on both sides of it. */
interface Spelt {
  readonly at: number;
  readonly end: number;
  readonly before: string;
  readonly behind: string;
}

function* spelt(text: string, name: string): Generator<Spelt> {
  let at = text.indexOf(name);
  for (let count = 0; at >= 0 && count < MAX_PLACES; count++, at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (/[\w$-]/.test(text.charAt(at - 1)) || /[\w$]/.test(text.charAt(end))) continue;
    yield { at, end, before: text.slice(Math.max(0, at - FAR), at), behind: text.slice(end, end + FAR) };
  }
}

const DECLARES = /(?:^|\s)(?:class|object|enum|module|interface|struct|namespace|trait|mod)\s{1,4}$/;

/** The file gives a name of its own something, and none that it calls by its name: `f(name=1)`. */
const declares = ({ before, behind }: Spelt): boolean =>
  DECLARES.test(before) || (GIVEN.test(behind) && !/[.(,]\s{0,4}$/.test(before));

/** Nothing where the file has a name of its own that is spelt so. */
function placesOf(text: string, constant: Constant, isImported: boolean): Place[] | undefined {
  const { name, owner, value } = constant;
  if (owner !== undefined && [...spelt(text, owner)].some(declares)) return undefined;
  const found: Place[] = [];
  const mayBeBare = isImported || (owner !== undefined && text.includes(owner));
  for (const one of spelt(text, name)) {
    const { at, end, before, behind } = one;
    const [leads = ''] = LEADS.exec(before) ?? [];
    if (leads === '' && declares(one)) return undefined;
    if (leads === '' && isWord(before, behind)) continue;
    const isIts =
      leads === '' ? mayBeBare && !/^\s{0,2}[:(]/.test(behind) : isOwner(leads, constant, isImported);
    if (!isIts || IMPORTS.test(before.slice(before.lastIndexOf('\n') + 1))) continue;
    found.push(placeIn(text, at - leads.length, end, value));
  }
  return found;
}

/** A word of a text, a part of its path: `'/own/developer'`. */
const isWord = (before: string, behind: string): boolean =>
  /["'`][\w/:-]{0,80}\/$/.test(before) && /^[\w/:-]{0,80}["'`]/.test(behind);

/** Of `Acme.Paths.` the last, where it is known whose the name is; else any, of a file that imports it. */
function isOwner(leads: string, { owner, packaged }: Constant, isImported: boolean): boolean {
  if (owner === undefined) return isImported;
  const parts = leads.split(/\?|\.|::|->/).filter((part) => part !== '');
  return packaged === true ? parts.includes(owner) : parts.at(-1) === owner;
}

/** In a text with holes the hole becomes the value. */
function placeIn(text: string, start: number, end: number, value: string): Place {
  const line = text.slice(Math.max(0, start - FAR), start);
  const before = line.slice(line.lastIndexOf('\n') + 1);
  const [hole = ''] = /[$#]?\{\s{0,2}$/.exec(before) ?? [];
  const isInText = (before.match(/["'`]/g) ?? []).length % 2 === 1;
  const close = /^\s{0,2}\}/.exec(text.slice(end, end + 4))?.[0];
  if (isInText && hole !== '' && close !== undefined)
    return { start: start - hole.length, end: end + close.length, value };
  return { start, end, value: JSON.stringify(value) };
}
