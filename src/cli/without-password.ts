// Addresses as they may be shown: a password in them is masked, wherever addresses carry one. All that is said goes through here
// once more: an address may stand where a file was meant, or be misspelt, and then nothing knows it for one.
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import { type Io, SettingError } from './io.ts';

const MASK = '********';
const VALUE = `("[^"]*"?|'[^']*'?|[^&#;,\\s"'\`]+)`;
/** `?password=PW`, libpq's `password = 'PW'`, a variable before a command. Bounded: four blanks. */
const PARAMETER = new RegExp(
  `((?:^|[?&;,{\\s"'\`])(?:pg|ssl)?(?:password|passwd|pwd|pass)["']?\\s{0,4}=\\s{0,4})${VALUE}`,
  'gi',
);
/** The same as people write it into a setting; in a sentence a colon says nothing. Bounded likewise. */
const SAID = new RegExp(
  `((?:^|[{,\\s])["']?(?:password|passwd|pwd|pass)["']?\\s{0,4}:\\s{0,4})${VALUE}`,
  'gi',
);
/** Ends an address in a sentence. */
const END = /[\s"'`<>]/;

/** `https://user:PW@host`, `user:PW@host` and `postgres://...?password=PW` without PW, in quotes, too; any other text as it is. */
export function withoutPassword(text: string): string {
  // Up to the last @: a password that should have been encoded may hold any character.
  return text
    .replace(
      /^([\s"'`“”„‘’]{0,4}(?:[a-z][a-z0-9+.-]{0,20}:)?\/{0,3})([^:@/]*):(?!\/\/)(.*)@/i,
      `$1$2:${MASK}@`,
    )
    .replace(PARAMETER, `$1${MASK}`)
    .replace(SAID, `$1${MASK}`);
}

/** A file that an environment variable names; a word without any folder may be the secret itself, put in the wrong place. */
export const fileOfSecret = (path: string): string =>
  /[/\\]/.test(path) ? path : 'the file that it names (shown only where it has a folder)';

/** The same for the addresses within a text. What made a path of one has left it one slash. */
export function withoutPasswords(text: string): string {
  let [told, from] = ['', 0];
  for (let at = text.indexOf(':/'); at !== -1; at = text.indexOf(':/', Math.max(from, at + 1))) {
    const begin = at + (text[at + 2] === '/' ? 3 : 2);
    const length = text.slice(begin).search(END);
    const address = length === -1 ? text.slice(begin) : text.slice(begin, begin + length);
    const [colon, end] = [address.indexOf(':'), address.lastIndexOf('@')];
    if (colon === -1 || end < colon) continue;
    told += `${text.slice(from, begin + colon)}:${MASK}`;
    from = begin + end;
  }
  return `${told}${text.slice(from)}`.replace(PARAMETER, `$1${MASK}`);
}

/** What betrays the password of an address, as it may stand in a text: `:PW@`, `=PW`, `: PW`. */
function betrayalsOf(address: string): string[] {
  const slashes = /:\/\/?|^[\s"'`]*\/\//.exec(address);
  const rest = slashes ? address.slice(slashes.index + slashes[0].length) : address;
  const [colon, end] = [rest.indexOf(':'), rest.lastIndexOf('@')];
  const isAddress = slashes !== null || rest.indexOf('/', end) > end;
  const inUser = isAddress && colon !== -1 && end > colon + 1 ? [rest.slice(colon, end + 1)] : [];
  const parameters = [PARAMETER, SAID].flatMap((form) =>
    [...address.matchAll(form)].map(([whole]) => whole.slice(whole.search(/[=:]/))),
  );
  return [...inUser, ...parameters];
}

/** As they are, decoded, and as JSON has them; the longest first. */
function formsOf(betrayal: string): string[] {
  let decoded = betrayal;
  try {
    decoded = decodeURIComponent(betrayal);
  } catch {
    // It isn't encoded.
  }
  return [betrayal, decoded].flatMap((text) => [JSON.stringify(text).slice(1, -1), text]);
}

/** Variables whose values may be an address: ours, those of proxies, and libpq's. */
const OF_ADDRESSES = /^PAYBATCH_|^(?:https?|all)_proxy$|^PG/i;

/** The same process, which says no password of an address that was typed, or set in our variables. */
export function sayingNoPassword(io: Io, typed: readonly string[]): Io {
  const settings = Object.entries(io.env).flatMap(([name, value]) =>
    OF_ADDRESSES.test(name) && value !== undefined ? [value] : [],
  );
  const forms = new Set([...typed, ...settings].flatMap(betrayalsOf).flatMap(formsOf));
  const all = [...forms].sort((one, other) => other.length - one.length);
  const known = (text: string): string =>
    all.reduce((told, form) => {
      const masked = `${form.charAt(0)}${MASK}${form.endsWith('@') ? '@' : ''}`;
      return told.includes(form) ? told.replaceAll(form, masked) : told;
    }, text);
  return {
    ...io,
    ...(all.length === 0 ? {} : { out: (text: string) => io.out(known(text)) }),
    err: (text, level) => io.err(withoutPasswords(known(text)), level),
    ask: (question) => io.ask(withoutPasswords(known(question))),
  };
}

/** The secret in a file. Errors: {@link SettingError}. */
export function secretIn(path: string, shown: string): string {
  const refuse = (why: string): never => {
    throw new SettingError(`PAYBATCH_API_SECRET_FILE: ${shown}${why}`, 'settings');
  };
  try {
    const secret = readSmallFile(path, SMALL.secret).trim();
    return secret === '' ? refuse(' is empty') : secret;
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    return refuse(`: ${error.message}`);
  }
}
