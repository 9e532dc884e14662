// resolve: a person settles a row in doubt by what they found out. Recorded with time and reason, for ever.
import { existsSync } from 'node:fs';

import type { Ledger, RunRow } from '../../../ledger/ledger.ts';
import { SqliteLedger } from '../../../ledger/sqlite/sqlite-ledger.ts';
import { type Io, UsageError } from '../../io.ts';
import { Settings } from '../../settings.ts';
import type { ResolveArgs } from './index.ts';

export async function resolveCommand(args: ResolveArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const wanted = readArguments(args);
  const path = settings.ledgerPath();
  const environment = settings.environment();
  if (!existsSync(path)) throw new UsageError(`there is no ledger at ${path}`, 'ledger');
  const ledger = new SqliteLedger(path, environment);
  try {
    const row = await find(ledger, wanted);
    const known = row.key === null ? undefined : await ledger.row(row.key);
    if (!known)
      throw new UsageError(
        `line ${row.line} of run ${wanted.run} was never sent: nothing to settle`,
        'not_in_doubt',
      );
    const done = await ledger.resolve({
      key: known.key,
      runId: wanted.run,
      line: row.line,
      at: new Date(io.now()),
      as: wanted.as,
      createdId: wanted.transferId,
      reason: wanted.reason,
      by: io.env['USER'] ?? '',
      correct: false,
      sure: true,
    });
    if (!done.ok) {
      throw new UsageError(
        `line ${row.line} of run ${wanted.run} is not in doubt: it is ${known.state}${known.createdId === null ? '' : ` (transfer ${known.createdId})`}. Nothing was changed`,
        'not_in_doubt',
      );
    }
    const text = `Line ${row.line} of run ${wanted.run}${row.reference === '' ? '' : ` (${row.reference})`} is settled as ${wanted.as}.`;
    const next =
      wanted.as === 'created'
        ? 'It counts as done and is never sent again.'
        : 'It counts as not done: the next run of its file sends it.';
    io.out(
      args.json ? `${JSON.stringify({ ...wanted, line: row.line, exitCode: 0 })}\n` : `${text} ${next}\n`,
    );
    return 0;
  } finally {
    await ledger.close();
  }
}

interface Wanted {
  readonly run: string;
  readonly line: number | undefined;
  readonly reference: string | undefined;
  readonly as: 'created' | 'not-created';
  readonly transferId: string | null;
  readonly reason: string;
}

function readArguments(args: ResolveArgs): Wanted {
  const given = (value: string | undefined): string | undefined =>
    value?.trim() === '' ? undefined : value?.trim();
  const { as } = args;
  const reason = given(args.reason);
  const line = given(args.line);
  const reference = given(args.reference);
  const transferId = given(args['transfer-id']) ?? given(args['customer-id']) ?? null;
  if (as === undefined) throw new UsageError('--as is needed: created or not-created');
  if (reason === undefined)
    throw new UsageError('--reason is needed: how you know, for whoever reads the ledger later');
  if ((line === undefined) === (reference === undefined))
    throw new UsageError('name the row: --line N or --reference R');
  if (line !== undefined && !/^\d+$/.test(line)) throw new UsageError(`--line ${line}: no line number`);
  if (as === 'created' && transferId === null) {
    throw new UsageError(
      "--as created needs --transfer-id (of a customer: --customer-id): the service's id of what you found",
    );
  }
  if (as === 'not-created' && transferId !== null)
    throw new UsageError('--transfer-id and --customer-id belong to --as created');
  return {
    run: args.run,
    line: line === undefined ? undefined : Number(line),
    reference,
    as,
    transferId,
    reason,
  };
}

async function find(ledger: Ledger, wanted: Wanted): Promise<RunRow> {
  const run = await ledger.run(wanted.run);
  if (!run) throw new UsageError(`the ledger knows no run ${wanted.run}. See paybatch status`, 'run');
  const rows = await ledger.runRows(wanted.run);
  const found = rows.filter((row) =>
    wanted.line === undefined
      ? row.reference === wanted.reference && row.key !== null
      : row.line === wanted.line,
  );
  const [row] = found;
  if (row) return row;
  const which = wanted.line === undefined ? `reference ${wanted.reference ?? ''}` : `line ${wanted.line}`;
  throw new UsageError(
    `run ${wanted.run} has no row with ${which}. See paybatch status ${wanted.run}`,
    'row',
  );
}
