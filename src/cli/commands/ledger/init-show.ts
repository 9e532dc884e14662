// ledger init creates the ledger, ledger show describes it; the other subcommands are in separate files.
import { randomUUID } from 'node:crypto';

import { plain, plainPath } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import { createLedger } from '../../../ledger/file/open.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { isPostgres } from '../../../ledger/postgres/address.ts';
import type { Made } from '../../../ledger/postgres/make.ts';
import type { LedgerDescription } from '../../../ledger/store/describe.ts';
import type { LedgerInitArgs, LedgerShowArgs } from '../../definitions/ledger.ts';
import { OBJECTIONS } from '../../failure.ts';
import type { Io } from '../../io.ts';
import { describedLedger } from '../../ledger-access.ts';
import type { LedgerPlace } from '../../ledger-place.ts';
import { backupText, PUT_BACK } from '../../render/ledger-words.ts';
import { inWords, printJson, printResult, printTable, printText, warn } from '../../render/print.ts';
import { Settings } from '../../settings.ts';

export async function initCommand(args: LedgerInitArgs, io: Io): Promise<number> {
  const place = new Settings(args, io).ledgerPlace();
  const what = await makeLedger(args['accept-ledger'], place, io);
  const description = await describedLedger(place);
  return printResult(io, args.json, json(description), madeText(what, description));
}

export async function showCommand(args: LedgerShowArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const place = settings.ledgerPlace();
  const description = await describedLedger(place);
  if (args.json) printJson(io, json(description));
  else printDescription(description, io);
  await warnOfObjections(place, settings, io);
  return 0;
}

/** Why a run would refuse the ledger. */
async function warnOfObjections(place: LedgerPlace, settings: Settings, io: Io): Promise<void> {
  try {
    const { stateFolder, values } = settings;
    await describedLedger(place, { pinnedId: values.ledgerId, stateFolder });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (!OBJECTIONS.has(error.code)) return; // such as no permission to write: it was read
    warn(io, `${plain(error.message)}. What is shown may be incomplete: restore the right ledger`);
  }
}

/** Errors: LedgerError where there is one already. */
export async function makeLedger(accept: boolean, place: LedgerPlace, io: Io): Promise<Made> {
  const now = () => new Date(io.now());
  if (place.kind === 'file') {
    createLedger(place.path, { accept, now });
    return 'made';
  }
  const { makeStore } = await import('../../../ledger/postgres/make.ts');
  return makeStore({ address: place.address, newId: randomUUID, now });
}

function json(ledger: LedgerDescription): Readonly<Record<string, unknown>> {
  const { path, id, sequence, head, createdAt, acceptances, lastBackup, environments } = ledger;
  const known = { path, ledgerId: id, ledgerSequence: sequence, ledgerHead: head };
  return { ...known, createdAt, acceptances, lastBackup, environments };
}

function madeText(what: Made, { path, id }: LedgerDescription): string {
  const name = plainPath(path);
  const done = what === 'made' ? 'Created the ledger' : 'Nothing was changed: there is already a ledger at';
  return `${done} ${name} (id ${id}).
To refuse any other ledger, add this line to the config file:\n  "ledgerId": "${id}"\n`;
}

/** States of the ledger that are unclear by themselves. A row is `planned` again only by a resolution. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  planned: 'resolved as not created',
  sending: 'being sent',
  in_doubt: 'in doubt',
};

function printDescription(description: LedgerDescription, io: Io): void {
  const { path, id, sequence, head, createdAt, acceptances, lastBackup, environments } = description;
  const byServer = `by its server's own means (pg_basebackup, pg_dump). ${PUT_BACK}`;
  const facts: [string, string][] = [
    ['Ledger', plainPath(path)],
    ['Id', id],
    ['Created', momentText(createdAt)],
    ['Sequence', String(sequence)],
    ['Head', head],
    ['Backup', isPostgres(path) ? byServer : backupText(lastBackup, io.now())],
  ];
  if (acceptances > 0)
    facts.push(['Accepted', `${inWords(acceptances, 'time')} although it was refused (--accept-ledger)`]);
  printText(io, `${facts.map(([name, text]) => `${name.padEnd(10)}${text}\n`).join('')}\n`);
  if (environments.length === 0) return io.out('It has no runs yet.\n');
  const rows = environments.map(({ name, runs, rows: states }) => [
    name,
    String(runs),
    Object.entries(states)
      .map(([state, count]) => `${count} ${STATE_WORDS[state] ?? state}`)
      .join(', '),
  ]);
  printTable(io, ['environment', 'runs', 'rows by state'], rows, [1]);
}
