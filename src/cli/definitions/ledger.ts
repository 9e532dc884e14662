// The commands of the ledger and its hosts as data. The ledger is created, shown, verified, exported, copied; never edited.
import { type ArgsOf, command } from '../command.ts';
import { COMMON, LEDGER, ONE_RUN } from '../flags.ts';

const OF_LEDGER = { group: 'Ledger and hosts', manual: 'ledger-safety' } as const;

export const ledgerInit = command({
  ...OF_LEDGER,
  name: 'ledger init',
  does: 'Create the ledger',
  words: {},
  flags: {
    'accept-ledger': {
      type: 'boolean',
      does: 'Create a new ledger although there was one before. This is recorded',
    },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'ledger init', does: 'Once, before the first payout' },
    { line: 'ledger init --ledger /srv/paybatch/ledger.db', does: 'At another place' },
  ],
});

export const ledgerShow = command({
  ...OF_LEDGER,
  name: 'ledger show',
  does: 'Show path, id, sequence number, environments and counts',
  words: {},
  flags: { ...LEDGER, ...COMMON },
  examples: [
    { line: 'ledger show', does: 'What the ledger contains' },
    { line: 'ledger show --json', does: 'For a program' },
  ],
});

export const ledgerVerify = command({
  ...OF_LEDGER,
  name: 'ledger verify',
  does: 'Prove that the ledger, an export or a backup is intact',
  words: {
    file: {
      type: 'string',
      path: 'file',
      required: false,
      does: 'An export or a backup (default: the ledger)',
    },
  },
  flags: {
    against: {
      type: 'list',
      path: 'file',
      greedy: true,
      value: 'FILE...',
      does: 'Results, plans, exports or backups whose heads the chain must contain; repeatable',
    },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'ledger verify', does: 'Walk the hash chain of the ledger' },
    { line: 'ledger verify --against payouts.results.csv', does: 'Also compare it with a results file' },
  ],
});

export const ledgerExport = command({
  ...OF_LEDGER,
  name: 'ledger export',
  does: 'Write everything about one run into a zip, for an auditor',
  words: {
    run: {
      type: 'string',
      required: true,
      values: 'runs',
      does: "The run's id, a unique prefix of it, or last",
    },
  },
  flags: {
    out: { type: 'string', path: 'written', value: 'FILE', does: 'The zip to write (required)' },
    input: { type: 'string', path: 'file', value: 'FILE', does: 'The input file, if it was moved' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'ledger export last --out run.zip', does: 'The newest run' },
    { line: 'ledger export last --out run.zip --input payouts.csv', does: 'With an input that was moved' },
  ],
});

export const ledgerBackup = command({
  ...OF_LEDGER,
  name: 'ledger backup',
  does: 'Write a consistent copy of the ledger, even during a run',
  words: {},
  flags: {
    to: { type: 'string', path: 'written', value: 'FILE', does: 'The copy to write (required)' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'ledger backup --to /backup/ledger-1.db', does: 'It never overwrites a file' },
    { line: 'ledger backup --to /backup/ledger-1.db --json', does: 'For a program' },
  ],
});

export const ledgerCopy = command({
  ...OF_LEDGER,
  name: 'ledger copy',
  does: 'Move the ledger to another place, and seal the old one',
  words: {},
  flags: {
    from: { type: 'string', path: 'ledger', value: 'LEDGER', does: 'The ledger to move (required)' },
    to: { type: 'string', path: 'written', value: 'LEDGER', does: 'Its new place (required)' },
    ...COMMON,
  },
  examples: [
    {
      line: 'ledger copy --from /var/lib/paybatch/ledger.db --to postgres://pay@db.example/pay',
      does: 'To Postgres, so that several hosts can work on it',
    },
    {
      line: 'ledger copy --from /var/lib/paybatch/ledger.db --to /srv/paybatch/ledger.db',
      does: 'To another disk',
    },
  ],
});

export type LedgerInitArgs = ArgsOf<typeof ledgerInit>;
export type LedgerShowArgs = ArgsOf<typeof ledgerShow>;
export type LedgerVerifyArgs = ArgsOf<typeof ledgerVerify>;
export type LedgerExportArgs = ArgsOf<typeof ledgerExport>;
export type LedgerBackupArgs = ArgsOf<typeof ledgerBackup>;
export type LedgerCopyArgs = ArgsOf<typeof ledgerCopy>;

export const stop = command({
  name: 'stop',
  does: 'Stop a run on a Postgres ledger for all hosts',
  group: 'Ledger and hosts',
  manual: 'postgres',
  words: ONE_RUN,
  flags: { ...LEDGER, ...COMMON },
  examples: [
    { line: 'stop last', does: 'The newest run; requests in progress finish' },
    { line: 'stop RUN --json', does: 'For a program' },
  ],
});

export type StopArgs = ArgsOf<typeof stop>;

export const limits = command({
  name: 'limits',
  does: 'Set or show the limits of all hosts on one Postgres ledger',
  group: 'Ledger and hosts',
  manual: 'postgres',
  words: {},
  flags: {
    rate: { type: 'string', value: 'N|none', does: 'Requests a second of all hosts together' },
    concurrency: { type: 'string', value: 'N|none', does: 'Requests in progress of all hosts together' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'limits', does: 'Show the limits' },
    { line: 'limits --rate 60 --concurrency 24', does: 'Set them; effective within 5 seconds' },
  ],
});

export type LimitsArgs = ArgsOf<typeof limits>;
