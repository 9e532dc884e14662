// ledger: the file that remembers what was sent: made on purpose, looked at, verified, handed out, copied; never edited.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const ledger = command({
  name: 'ledger',
  does: 'make the ledger, show what it holds, verify it, export a run, back it up, move it',
  words: {
    action: {
      type: 'choice',
      of: ['init', 'show', 'verify', 'export', 'backup', 'copy'],
      required: true,
      does: 'what to do',
    },
    subject: {
      type: 'string',
      path: 'file',
      required: false,
      values: 'runs',
      does: "verify: an export or a backup (the ledger itself); export: the run's id, a unique beginning of it, or last",
    },
  },
  flags: {
    out: { type: 'string', path: 'written', does: 'export: the archive to write (a zip; needed)' },
    input: {
      type: 'string',
      path: 'file',
      does: 'export: the file that was run, where it is not where it was',
    },
    from: { type: 'string', path: 'ledger', does: 'copy: the ledger to move, a path or an address (needed)' },
    to: {
      type: 'string',
      path: 'written',
      does: 'backup: the copy to write; copy: where the ledger is from then on; at a place that is free (needed)',
    },
    against: {
      type: 'list',
      path: 'file',
      greedy: true,
      does: 'verify: results, plans, exports or backups that bear a head of this chain (repeatable)',
    },
    ...LEDGER,
    'accept-ledger': {
      type: 'boolean',
      does: 'init: make a new one although a mark says that there was one; this is recorded',
    },
    ...COMMON,
  },
  examples: [
    {
      line: 'ledger init',
      does: 'once, before the first payout: for each machine, or for all on one database',
    },
    { line: 'ledger show', does: 'path, id, last sequence number, environments, counts' },
    { line: 'ledger verify --against payouts.results.csv', does: 'whole, touched, or forked since then' },
    { line: 'ledger export last --out run.zip', does: 'everything about a run, for an auditor' },
    { line: 'ledger backup --to /backup/ledger-1.db', does: 'a consistent copy, also while a run is going' },
    {
      line: 'ledger copy --from /var/lib/paybatch/ledger.db --to postgres://pay@db.example/pay',
      does: 'moves the ledger, so that several hosts can work on it; the one before is sealed',
    },
  ],
});

export type LedgerArgs = ArgsOf<typeof ledger>;
