// ledger: init makes it, show describes it; the others are in files of their own. None needs the service.
import { randomUUID } from 'node:crypto';

import { plainPath } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import { isPostgres } from '../../../ledger/postgres/address.ts';
import type { Made } from '../../../ledger/postgres/opening.ts';
import { createLedger, describeLedger, type LedgerDescription } from '../../../ledger/sqlite/describe.ts';
import { type Io, UsageError } from '../../io.ts';
import type { LedgerPlace } from '../../ledger-place.ts';
import { backupText, PUT_BACK } from '../../render/backup.ts';
import { prose } from '../../render/prose.ts';
import { plainTable, widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import type { LedgerArgs } from './index.ts';

export async function ledgerCommand(args: LedgerArgs, io: Io): Promise<number> {
  refuseUnused(args);
  if (args.action === 'verify') return (await import('./verify.ts')).verifyCommand(args, io);
  if (args.action === 'export') return (await import('./export.ts')).exportCommand(args, io);
  if (args.action === 'backup') return (await import('./backup.ts')).backupCommand(args, io);
  if (args.action === 'copy') return (await import('./copy.ts')).copyCommand(args, io);
  const place = new Settings(args, io).ledgerPlace();
  const what = args.action === 'init' ? await make(args, place, io) : undefined;
  const description = await described(place);
  if (args.json) io.out(`${JSON.stringify(json(description))}\n`);
  else if (what) io.out(prose(madeText(what, description), widthOf(io)));
  else io.out(io.asTyped(shown(description, io.now(), widthOf(io))));
  return 0;
}

async function make(args: LedgerArgs, place: LedgerPlace, io: Io): Promise<Made> {
  const now = () => new Date(io.now());
  if (place.kind === 'file') {
    createLedger(place.path, { accept: args['accept-ledger'], now });
    return 'made';
  }
  const [{ makeStore }, { loadDriver }] = await Promise.all([
    import('../../../ledger/postgres/opening.ts'),
    import('../../../ledger/postgres/driver.ts'),
  ]);
  const { address } = place;
  return makeStore({ driver: await loadDriver(), address, newId: randomUUID, now });
}

/** As it is. */
async function described(place: LedgerPlace): Promise<LedgerDescription> {
  if (place.kind === 'file') return describeLedger(place.path);
  const { describePostgres } = await import('../../../ledger/postgres/describe.ts');
  return describePostgres(place.address, null);
}

/** What belongs to another action is a mistake, not nothing. */
function refuseUnused({ action, subject, out, input, from, to, ledger, against }: LedgerArgs): void {
  const unused = [
    subject !== undefined && !['verify', 'export'].includes(action) && subject,
    out !== undefined && action !== 'export' && '--out',
    input !== undefined && action !== 'export' && '--input',
    from !== undefined && action !== 'copy' && '--from',
    to !== undefined && !['backup', 'copy'].includes(action) && '--to',
    ledger !== undefined && action === 'copy' && '--ledger',
    against.length > 0 && action !== 'verify' && '--against',
  ].find((one) => one !== false);
  const hint = action === 'backup' && subject !== undefined ? `: say --to ${subject}` : '';
  if (unused !== undefined) throw new UsageError(`ledger ${action} takes no ${unused}${hint}`);
}

function json(ledger: LedgerDescription): Readonly<Record<string, unknown>> {
  const { path, id, sequence, head, createdAt, acceptances, lastBackup, environments } = ledger;
  const known = { path, ledgerId: id, ledgerSequence: sequence, ledgerHead: head };
  return { ...known, createdAt, acceptances, lastBackup, environments };
}

function madeText(what: Made, { path, id }: LedgerDescription): string {
  const name = plainPath(path);
  const done = {
    made: `Made the ledger ${name} (id ${id}).`,
    there: `There is a ledger at ${name} already (id ${id}): nothing was changed.`,
  }[what];
  return `${done}\n"ledgerId": "${id}" in the config file pins it: any other ledger is then refused.\n`;
}

/** The ledger's own states, where the word alone would mislead. A row is `planned` again only by a person's word. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  planned: 'resolved as not created',
  sending: 'being sent',
  in_doubt: 'in doubt',
};

/** Where what is said of the ledger stands. */
const HANG = 10;

function shown(description: LedgerDescription, now: number, width: number): string {
  const { path, id, sequence, head, createdAt, acceptances, lastBackup, environments } = description;
  const lines = [
    `Ledger    ${plainPath(path)}`,
    `Id        ${id}`,
    `Made      ${momentText(createdAt)}`,
    `Sequence  ${sequence}`,
    `Head      ${head}`,
    `Backup    ${isPostgres(path) ? `by its server's own means (pg_basebackup, pg_dump). ${PUT_BACK}` : backupText(lastBackup, now)}`,
  ];
  if (acceptances > 0)
    lines.push(
      `Accepted  ${acceptances === 1 ? 'once' : `${acceptances} times`} in spite of what spoke against it (--accept-ledger)`,
    );
  const facts = prose(`${lines.join('\n')}\n\n`, width, HANG);
  if (environments.length === 0) return `${facts}Nothing was run with it yet.\n`;
  const rows = environments.map(({ name, runs, rows: states }) => [
    name,
    String(runs),
    Object.entries(states)
      .map(([state, count]) => `${count} ${STATE_WORDS[state] ?? state}`)
      .join(', '),
  ]);
  return `${facts}${plainTable(['environment', 'runs', 'rows by state'], rows, [1], width)}\n`;
}
