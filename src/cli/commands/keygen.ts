// keygen: writes both files of a key, and never overwrites one.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { newKeyPair } from '../../approval/keys.ts';
import { plainPath } from '../../files/plain.ts';
import type { KeygenArgs } from '../definitions/approval.ts';
import { type Io, UsageError } from '../io.ts';
import { inWords, printResult, warn } from '../render/print.ts';
import { passphrase } from '../secrets.ts';

/** A machine can try all shorter passphrases. */
const LONG_ENOUGH = 12;

export async function keygenCommand(args: KeygenArgs, io: Io): Promise<number> {
  const { out } = args;
  const path = resolve(io.cwd, out);
  const secret = await passphrase(io, { twice: true });
  if (secret.length < LONG_ENOUGH)
    warn(
      io,
      `a passphrase of ${inWords(secret.length, 'character')} can be guessed: use ${LONG_ENOUGH} or more`,
    );
  const { privateKey, publicKey } = newKeyPair(secret);
  writeNew(path, out, privateKey, 0o600);
  try {
    writeNew(`${path}.pub`, `${out}.pub`, `${publicKey}\n`, 0o644);
  } catch (error) {
    rmSync(path);
    throw error;
  }
  const text =
    `Wrote ${plainPath(out)} (keep it and its passphrase secret) and ${plainPath(out)}.pub.\n` +
    `Add this to "approvers" in the config:\n{ "name": "...", "publicKey": "${publicKey}" }\n`;
  return printResult(io, args.json, { key: out, publicKeyFile: `${out}.pub`, publicKey }, text);
}

/** Errors: {@link UsageError} for a file that exists: a key that is overwritten is lost. */
function writeNew(path: string, shown: string, text: string, mode: number): void {
  // Only a file that this call created may be removed again.
  let file: number | undefined;
  try {
    file = openSync(path, 'wx', mode);
    writeFileSync(file, text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    const why =
      code === 'EEXIST'
        ? 'already exists: a key is never overwritten'
        : `can't be written (${code ?? message})`;
    if (file !== undefined) rmSync(path); // half a key is useless
    throw new UsageError(`keygen: ${plainPath(shown)} ${why}`, 'key');
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
