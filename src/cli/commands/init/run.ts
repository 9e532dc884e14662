// init: what the environment does not say is asked, where somebody can be asked. No secret is asked for or written.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { checkAddress } from '../../../client/address.ts';
import { PaybatchError } from '../../../errors.ts';
import { writeWhole } from '../../../files/atomic-file.ts';
import { plain, plainPath } from '../../../files/plain.ts';
import type { InitArgs } from '../../definitions/tools.ts';
import { type Io, UsageError } from '../../io.ts';
import { Settings } from '../../settings.ts';
import { CONFIG_NAME } from '../../settings-table.ts';
import { doctorCommand } from '../doctor/run.ts';
import { makeLedger } from '../ledger/run.ts';

interface Question {
  readonly setting: 'baseUrl' | 'authUrl' | 'clientId' | 'apiSecretFile';
  readonly env: string;
  readonly what: string;
  /** Returns the value as it is written. Errors: PaybatchError. */
  readonly read: (text: string) => string;
  readonly isOptional?: true;
}

const QUESTIONS: readonly Question[] = [
  {
    setting: 'baseUrl',
    env: 'PAYBATCH_BASE_URL',
    what: 'Base address of the service',
    read: (text) => checkAddress('PAYBATCH_BASE_URL', text),
  },
  {
    setting: 'authUrl',
    env: 'PAYBATCH_AUTH_URL',
    what: 'Address of the identity provider',
    read: (text) => checkAddress('PAYBATCH_AUTH_URL', text),
  },
  { setting: 'clientId', env: 'PAYBATCH_CLIENT_ID', what: 'Client id', read: (text) => text },
  {
    setting: 'apiSecretFile',
    env: 'PAYBATCH_API_SECRET_FILE',
    what: 'File that holds the API secret (empty: PAYBATCH_API_SECRET in the environment)',
    read: (text) => text,
    isOptional: true,
  },
];

export async function initCommand(args: InitArgs, io: Io): Promise<number> {
  const shown = args.config ?? CONFIG_NAME;
  const path = resolve(io.cwd, shown);
  if (existsSync(path))
    throw new UsageError(`${shown} is there already: change that file, or name another with --config`);
  const settings = await answers(io);
  // Before the file is written: a ledger that cannot be there must not leave a half set-up.
  const place = new Settings(args, io, null).ledgerPlace();
  const ledger = args.ledger === undefined ? {} : { ledger: args.ledger };
  const text = `${JSON.stringify({ ...settings, ...ledger }, null, 2)}\n`;
  await writeWhole(path, text).catch((error: unknown) => {
    throw new UsageError(`${shown} could not be written (${String((error as NodeJS.ErrnoException).code)})`); // Node's error
  });
  io.err(`paybatch: wrote ${plainPath(shown)}; the API key stays in the environment (PAYBATCH_API_KEY)\n`);
  if (place.kind === 'file' && existsSync(place.path))
    io.err(`paybatch: the ledger ${plainPath(place.path)} is there already\n`);
  else {
    await makeLedger(false, place, io);
    const name = place.kind === 'file' ? plainPath(place.path) : place.address.shown;
    io.err(`paybatch: made the ledger ${name}. Back it up: it is the only record of what was sent\n`);
  }
  return doctorCommand(args, io);
}

/** Errors: {@link UsageError} that names everything that is missing, where nobody can be asked. */
async function answers(io: Io): Promise<Partial<Record<Question['setting'], string>>> {
  const found: Partial<Record<Question['setting'], string>> = {};
  const missing: string[] = [];
  for (const question of QUESTIONS) {
    const { setting, env, isOptional, read } = question;
    const value = io.env[env] ?? '';
    if (value !== '') found[setting] = read(value.trim());
    else if (isOptional && (io.env['PAYBATCH_API_SECRET'] ?? '') !== '') continue;
    else if (io.interactive) {
      const answer = await asked(question, io);
      if (answer !== '') found[setting] = answer;
    } else if (!isOptional) missing.push(env);
  }
  if (missing.length === 0) return found;
  throw new UsageError(`set ${missing.join(', ')}, or run paybatch init on a terminal, which asks for them`);
}

/** Asks until the answer can be used. */
async function asked({ what, env, read, isOptional }: Question, io: Io): Promise<string> {
  for (;;) {
    const answer = (await io.ask(`${what} (${env}): `)).trim();
    if (answer === '' && isOptional) return '';
    try {
      if (answer !== '') return read(answer);
    } catch (error) {
      if (!(error instanceof PaybatchError)) throw error;
      io.err(`${plain(error.message)}\n`);
    }
  }
}
