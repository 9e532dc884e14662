// ledger: init makes it, show describes it. Neither needs the service.
import { plainPath } from '../../../files/plain.ts';
import { createLedger, describeLedger, type LedgerDescription } from '../../../ledger/sqlite/describe.ts';
import type { Io } from '../../io.ts';
import { plainTable, widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import type { LedgerArgs } from './index.ts';

export function ledgerCommand(args: LedgerArgs, io: Io): Promise<number> {
  const path = new Settings(args, io).ledgerPath();
  if (args.action === 'init') {
    createLedger(path, { accept: args['accept-ledger'], now: () => new Date(io.now()) });
  }
  const description = describeLedger(path);
  if (args.json) io.out(`${JSON.stringify(json(description))}\n`);
  else if (args.action === 'init') io.out(made(description));
  else io.out(shown(description, widthOf(io)));
  return Promise.resolve(0);
}

function json(ledger: LedgerDescription): Readonly<Record<string, unknown>> {
  const { path, id, sequence, createdAt, acceptances, environments } = ledger;
  return { path, ledgerId: id, ledgerSequence: sequence, createdAt, acceptances, environments };
}

function made({ path, id }: LedgerDescription): string {
  return (
    `Made the ledger ${plainPath(path)} (id ${id}).\n` +
    `"ledgerId": "${id}" in the config file pins it: any other ledger is then refused.\n`
  );
}

function shown(
  { path, id, sequence, createdAt, acceptances, environments }: LedgerDescription,
  width: number,
): string {
  const lines = [
    `Ledger    ${plainPath(path)}`,
    `Id        ${id}`,
    `Made      ${createdAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    `Sequence  ${sequence}`,
  ];
  if (acceptances > 0)
    lines.push(
      `Accepted  ${acceptances === 1 ? 'once' : `${acceptances} times`} in spite of what spoke against it (--accept-ledger)`,
    );
  lines.push('');
  if (environments.length === 0) lines.push('Nothing was run with it yet.');
  else {
    const rows = environments.map(({ name, runs, rows: states }) => [
      name,
      String(runs),
      Object.entries(states)
        .map(([state, count]) => `${count} ${state}`)
        .join(', '),
    ]);
    lines.push(plainTable(['environment', 'runs', 'rows by state'], rows, [1], width));
  }
  return `${lines.join('\n')}\n`;
}
