// Addresses as they may be shown: a password in them is masked. All that is said for people goes through here once more: an
// address may have been typed where a file was meant, or be misspelt.
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import { type Io, SettingError } from './io.ts';

const MASK = '********';
/** `user:PW@host` with or without a scheme, up to the last @ of a word: a password may hold any character. */
const USER =
  /((?:[a-z][a-z0-9+.-]{0,20}:\/{1,2}|(?:^|[\s"'`“”„‘’(=])(?:\/\/)?)[^\s:@/"'`]{0,100}):(?!\/\/)[^\s"'`<>]*@/gi;
/** `?password=PW`, libpq's `password = 'PW'`, `password: PW`, a variable before a command. Bounded: four blanks. */
const PARAMETER =
  /((?:^|[?&;,{\s"'`])["']?(?:pg|ssl)?(?:password|passwd|pwd|pass)["']?\s{0,4}[=:]\s{0,4})("[^"]*"?|'[^']*'?|[^&#;,\s"'`]+)/gi;

/** Without the passwords of addresses in it; any other text as it is. */
export const withoutPassword = (text: string): string =>
  text.replace(USER, `$1:${MASK}@`).replace(PARAMETER, `$1${MASK}`);

/** The same process, which says no password of an address. */
export const sayingNoPassword = (io: Io): Io => ({
  ...io,
  err: (text, level) => io.err(withoutPassword(text), level),
  ask: (question) => io.ask(withoutPassword(question)),
});

/** A file that an environment variable names; a word without any folder may be the secret itself, put in the wrong place. */
export const fileOfSecret = (path: string): string =>
  /[/\\]/.test(path) ? path : 'the file that it names (shown only where it has a folder)';

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
