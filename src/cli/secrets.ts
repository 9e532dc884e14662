// How secrets are read, and how a text is shown without them. A secret never comes from a flag: process lists show
// flags.
import { resolve } from 'node:path';

import { SMALL } from '../files/small-file.ts';
import { type Io, readNamed, SettingError, UsageError } from './io.ts';

export const MASK = '********';
/** `user:PW@host` with or without a scheme, up to the last @ of a word: a password may hold any character. */
const USER =
  /((?:[a-z][a-z0-9+.-]{0,20}:\/{1,2}|(?:^|[\s"'`“”„‘’(=])(?:\/\/)?)[^\s:@/"'`]{0,100}):(?!\/\/)[^\s"'`<>]*@/gi;
/** `?password=PW`, libpq's `password = 'PW'`, `password: PW`, a variable before a command. Bounded: four blanks. */
const PARAMETER =
  /((?:^|[?&;,{\s"'`])["']?(?:pg|ssl)?(?:password|passwd|pwd|pass)["']?\s{0,4}[=:]\s{0,4})("[^"]*"?|'[^']*'?|[^&#;,\s"'`]+)/gi;

/**
 * The text with masked passwords of addresses. Everything that people read goes through here: a misspelt address, or
 * one in the wrong place, would otherwise be printed.
 */
export const withoutPassword = (text: string): string =>
  text.replace(USER, `$1:${MASK}@`).replace(PARAMETER, `$1${MASK}`);

/** The address of a notification or a ping, with its host alone. */
export const shownHook = (text: string): string =>
  URL.canParse(text) ? `${new URL(text).protocol}//${new URL(text).host}/...` : MASK;

/** The same process, with masked passwords of addresses. */
export const maskingPasswords = (io: Io): Io => ({
  ...io,
  err: (text, level) => io.err(withoutPassword(text), level),
  ask: (question) => io.ask(withoutPassword(question)),
});

/** For messages. A name without a folder may be the secret itself, in the wrong variable: it is not shown. */
export const fileOfSecret = (path: string): string =>
  /[/\\]/.test(path) ? path : 'the file that it names (shown only where it has a folder)';

/**
 * The secret in a file, without its last line break. `source`: the variable or setting that names the file. `base`:
 * where a relative path begins. Errors: {@link SettingError}.
 */
export function secretIn(source: string, file: string, base: string, code: string): string {
  const place = `${source}: ${fileOfSecret(file)}`;
  const secret = readNamed(resolve(base, file), SMALL.secret, place, code).replace(/\r?\n$/, '');
  if (secret.trim() !== '') return secret;
  throw new SettingError(`${place} is empty`, code);
}

/**
 * The passphrase of a private key. Errors: {@link UsageError} if there is none. `twice`: a new one must be repeated.
 */
export async function passphrase(io: Io, { twice }: { readonly twice: boolean }): Promise<string> {
  const { PAYBATCH_KEY_PASSPHRASE: given, PAYBATCH_KEY_PASSPHRASE_FILE: file } = io.env;
  if (given) return given;
  if (file) return secretIn('PAYBATCH_KEY_PASSPHRASE_FILE', file, io.cwd, 'passphrase');
  if (!io.interactive)
    throw new UsageError(
      'no passphrase: set PAYBATCH_KEY_PASSPHRASE or PAYBATCH_KEY_PASSPHRASE_FILE, or use a terminal',
      'passphrase',
    );
  const ask = io.askSecret ?? io.ask;
  const typed = await ask('Passphrase of the key: ');
  if (typed === '') throw new UsageError('no passphrase was given', 'passphrase');
  if (twice && (await ask('Once more: ')) !== typed)
    throw new UsageError('the two passphrases differ', 'passphrase');
  return typed;
}
