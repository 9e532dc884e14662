// What a source file imports, as it says it there: by its words, whatever its language.
import { goImportsOf } from './go-folders.ts';

/** Bounded: the first 50,000 characters. */
const IMPORTS =
  /(?:from|import|require_relative|require|use|using|include|alias|load)\s*(?:\(\s*)?["'<]?([\w@~#./:\\-]+)/g;

/** Bounded: names of 300 characters, in brackets 1,000. */
const FROM = /^from[ \t]+([\w.]{1,200})[ \t]+import[ \t]+(?:\(([\w,\s]{1,1000})|([\w, \t]{1,300}))/gm;

/** Of Ruby: a class of a module, or one that is asked to do something. Bounded: 200 characters. */
const CONSTANT =
  /(?<![\w:])([A-Z]\w{1,60}(?:::[A-Z]\w{1,60}){0,3})(?=\.(?:new|call|build|perform_\w{2,8})\b)/g;
const MAX_CONSTANTS = 40;

/** Rails loads `Payments::Client` from `payments/client.rb`, without an import. */
function autoloadedIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(CONSTANT)].map(([, name = '']) => name))].slice(
    0,
    MAX_CONSTANTS,
  );
  if (
    names.length === 0 ||
    !/\bend\s*$/.test(text) ||
    !/^[ \t]{0,40}(?:class|module|def|RSpec\.describe) /m.test(text)
  )
    return [];
  return names.map((name) =>
    name
      .split('::')
      .map((part) => part.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())
      .join('/'),
  );
}

/** What a source file imports, as it says it there. */
export function importsOf(text: string): string[] {
  const head = text.slice(0, 50_000);
  const names = [...head.matchAll(IMPORTS)].map(([, name = '']) => name).concat(goImportsOf(head));
  // Python's `from . import wire, paths`.
  for (const [, folder = '', list, line = ''] of head.matchAll(FROM))
    for (const [name] of (list ?? line).matchAll(/\w+/g))
      names.push(`${folder}${folder.endsWith('.') ? '' : '.'}${name}`);
  return [...new Set([...names, ...autoloadedIn(head)])];
}
