// init: asks for the values that the environment does not have. It neither asks for a secret nor writes one.
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

import { checkAddress } from '../../client/address.ts';
import { plain, plainPath } from '../../files/plain.ts';
import type { InitArgs } from '../definitions/tools.ts';
import { CONFIG_NAME } from '../flags.ts';
import { attempt, type Io, UsageError } from '../io.ts';
import { type LedgerPlace, placeName } from '../ledger-place.ts';
import { writeOutput } from '../output-file.ts';
import { Settings } from '../settings.ts';
import { isThere } from '../settings-sources.ts';
import { SETTINGS } from '../settings-table.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { makeLedger } from './ledger/init-show.ts';

/** Asked in this order. */
const QUESTIONS = {
  baseUrl: 'Base address of the service',
  authUrl: 'Address of the identity provider',
  clientId: 'Client id',
  apiSecretFile: 'File that holds the API secret (empty: PAYBATCH_API_SECRET in the environment)',
} as const;
type Name = keyof typeof QUESTIONS;

/** The value for the config file. Errors: PaybatchError. */
const readValue = (name: Name, text: string): string =>
  name === 'baseUrl' || name === 'authUrl' ? checkAddress(variable(name), text) : text;

const variable = (name: Name): string => SETTINGS[name].env;

export async function initCommand(args: InitArgs, io: Io): Promise<number> {
  const shown = args.config ?? CONFIG_NAME;
  const path = resolve(io.cwd, shown);
  if (isThere(path))
    throw new UsageError(`${shown} already exists: change that file, or name another with --config`);
  const { apiSecretFile, ...settings } = await answers(io);
  const place = new Settings(args, io, { lenient: true }).ledgerPlace();
  // Before the file is written: if this fails, init can be repeated.
  await keepOrMakeLedger(place, io);
  const secret = apiSecretFile === undefined ? {} : { apiSecretFile: fromFolderOf(path, apiSecretFile, io) };
  const ledger = args.ledger === undefined ? {} : { ledger: args.ledger };
  const text = `${JSON.stringify({ ...settings, ...secret, ...ledger }, null, 2)}\n`;
  await writeOutput({ path, name: shown, flag: 'config', code: 'config' }, [text]);
  io.err(`paybatch: wrote ${plainPath(shown)}; the API key stays in the environment (PAYBATCH_API_KEY)\n`);
  return doctorCommand(args, io);
}

async function keepOrMakeLedger(place: LedgerPlace, io: Io): Promise<void> {
  if (place.kind === 'file' && existsSync(place.path)) {
    io.err(`paybatch: the ledger ${plainPath(place.path)} already exists\n`);
    return;
  }
  await makeLedger(false, place, io);
  io.err(
    `paybatch: created the ledger ${placeName(place)}. Back it up: it is the only record of what was sent\n`,
  );
}

/** A path as it was typed in the working directory, as the config file must have it. */
const fromFolderOf = (config: string, typed: string, { cwd }: Io): string =>
  isAbsolute(typed) ? typed : relative(dirname(config), resolve(cwd, typed));

/** Errors: {@link UsageError} without a terminal, with everything that is missing. */
async function answers(io: Io): Promise<Partial<Record<Name, string>>> {
  const found: Partial<Record<Name, string>> = {};
  const missing: string[] = [];
  for (const name of Object.keys(QUESTIONS) as Name[]) {
    const value = io.env[variable(name)]?.trim() ?? '';
    const isOptional = name === 'apiSecretFile';
    if (value !== '') found[name] = readValue(name, value);
    else if (isOptional && (io.env['PAYBATCH_API_SECRET'] ?? '') !== '') continue;
    else if (io.interactive) {
      const answer = await asked(name, isOptional, io);
      if (answer !== '') found[name] = answer;
    } else if (!isOptional) missing.push(variable(name));
  }
  if (missing.length === 0) return found;
  throw new UsageError(`set ${missing.join(', ')}, or run paybatch init on a terminal, which asks for them`);
}

/** Asks until the answer can be used. */
async function asked(name: Name, isOptional: boolean, io: Io): Promise<string> {
  for (;;) {
    const answer = (await io.ask(`${QUESTIONS[name]} (${variable(name)}): `)).trim();
    if (answer === '' && isOptional) return '';
    if (answer === '') continue;
    const { value, problem } = attempt(() => readValue(name, answer));
    if (value !== undefined) return value;
    if (problem) io.err(`${plain(problem.message)}\n`);
  }
}
