// The passphrase of a private key: from the environment, a file that it names, or a terminal. Never from a flag, which shows
// in process lists.
import { resolve } from 'node:path';

import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import { type Io, UsageError } from './io.ts';
import { fileOfSecret } from './without-password.ts';

/** Errors: {@link UsageError} where there is none. `twice`: a new one, which nobody may mistype. */
export async function passphrase(io: Io, { twice }: { readonly twice: boolean }): Promise<string> {
  const given = io.env['PAYBATCH_KEY_PASSPHRASE'];
  if (given !== undefined && given !== '') return given;
  const file = io.env['PAYBATCH_KEY_PASSPHRASE_FILE'];
  if (file !== undefined && file !== '') return fromFile(resolve(io.cwd, file), fileOfSecret(file));
  if (!io.interactive) {
    throw new UsageError(
      'no passphrase: set PAYBATCH_KEY_PASSPHRASE or PAYBATCH_KEY_PASSPHRASE_FILE, or use a terminal',
      'passphrase',
    );
  }
  const ask = io.askSecret ?? io.ask;
  const typed = await ask('Passphrase of the key: ');
  if (typed === '') throw new UsageError('no passphrase was given', 'passphrase');
  if (twice && (await ask('Once more: ')) !== typed)
    throw new UsageError('the two passphrases differ', 'passphrase');
  return typed;
}

function fromFile(path: string, shown: string): string {
  try {
    const text = readSmallFile(path, SMALL.secret).replace(/\r?\n$/, '');
    if (text !== '') return text;
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new UsageError(`PAYBATCH_KEY_PASSPHRASE_FILE: ${shown}: ${error.message}`, 'passphrase');
  }
  throw new UsageError(`PAYBATCH_KEY_PASSPHRASE_FILE: ${shown} is empty`, 'passphrase');
}
