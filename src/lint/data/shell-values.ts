// What a script's commands make without a request: `docs=$(jq -n --arg d "data:...;base64,$(base64 x)" '[$d]')` holds a data URL,
// `doc=$(data_url x)` that of a function of the script, and `while read -r body` the bodies that come in. Knows nothing of requests.
import type { Command, Word } from './shell-words.ts';

const MADE = /^\w+\+?=.{0,4}(?:\$\(|`)/s;
/** Bounded: quotes, brackets, and a media type of 100 characters. */
const DATA_URL = /^[\s"'[\\]{0,8}(?=data:[^,\s]{0,100};base64,)/;
const OBJECT = /[{]\s*["\w$]|\{$/;

/** The word of a data URL, and where it begins there. */
export interface MadeUrl {
  readonly word: Word;
  readonly from: number;
}

/** Bounded: names of 80 characters. */
const DECLARED = /^([\w-]{1,80})\(\)/;
const CALLED = /^\w{1,80}\+?=["']?(?:\$\(|`)([\w-]{1,80})(?![\w./-])/;

/** The functions of a script that print a data URL, by their names. */
export function makersIn(commands: readonly Command[]): ReadonlyMap<string, MadeUrl> {
  const makers = new Map<string, MadeUrl>();
  let name: string | undefined;
  for (const { words } of commands) {
    const texts = words.map(({ region }) => region.text);
    const declared =
      texts[0] === 'function' ? /^[\w-]+/.exec(texts[1] ?? '')?.[0] : DECLARED.exec(texts[0] ?? '')?.[1];
    if (declared !== undefined) name = declared;
    else if (texts[0] === '}') name = undefined;
    const at = texts.findIndex((text) => /^(printf|echo)$/.test(text));
    const word = words.slice(at + 1).find(({ region }) => DATA_URL.test(region.text));
    if (name === undefined || at < 0 || !word) continue;
    makers.set(name, { word, from: DATA_URL.exec(word.region.text)?.[0].length ?? 0 });
  }
  return makers;
}

/** The data URL that a variable is made of. What goes into an object is that object's. */
export function dataUrlIn(words: readonly Word[], makers: ReadonlyMap<string, MadeUrl>): MadeUrl | undefined {
  const called = words.slice(0, 2).flatMap(({ region }) => CALLED.exec(region.text)?.[1] ?? [])[0];
  const made = called === undefined ? undefined : makers.get(called);
  if (made) return made;
  const named = words.slice(0, 2).findIndex(({ region }) => MADE.test(region.text));
  if (named < 0) return undefined;
  if (words.some(({ region }) => OBJECT.test(region.text.replaceAll(/\$\{\w{1,80}/g, '')))) return undefined;
  for (const word of words.slice(named + 1)) {
    const ahead = DATA_URL.exec(word.region.text);
    if (ahead) return { word, from: ahead[0].length };
  }
  return undefined;
}

/** The variable that a loop reads each line into: `while IFS= read -r body`. */
export function readInto(texts: readonly string[]): string | undefined {
  const at = texts.indexOf('while');
  const read = at < 0 ? -1 : texts.indexOf('read', at);
  if (read < 0) return undefined;
  return texts.slice(read + 1).findLast((text) => /^[A-Za-z_]\w*$/.test(text) && text !== 'do');
}
