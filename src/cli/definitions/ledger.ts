// Commands of the ledger and its hosts.
import { type ArgsOf, command } from '../command.ts';
import { list, required, text, toggle } from '../flag.ts';
import { COMMON, LEDGER, LOG, ONE_RUN, PACE, TRUST } from '../flags.ts';

const OF_LEDGER = { manual: 'ledger-safety' };

export const ledgerInit = command({
  ...OF_LEDGER,
  name: 'ledger init',
  does: 'Create the ledger',
  flags: {
    'accept-ledger': toggle(
      'Create a new ledger although there was one. It does not know earlier payments: read help recovery first',
    ),
    ...LEDGER,
  },
  examples: {
    'ledger init': 'Once, before the first payout',
    'ledger init --ledger /srv/paybatch/ledger.db': 'At another place',
  },
});

export const ledgerShow = command({
  ...OF_LEDGER,
  name: 'ledger show',
  does: 'Show path, id, sequence number, environments and counts',
  flags: LEDGER,
  examples: { 'ledger show': 'What the ledger contains', 'ledger show --json': 'For a program' },
});

export const ledgerVerify = command({
  ...OF_LEDGER,
  name: 'ledger verify',
  does: 'Verify that the ledger, an export or a backup is intact',
  words: { file: text('FILE', 'An export or a backup', { default: 'the ledger' }) },
  flags: {
    against: list('FILE...', 'Results, plans, exports or backups to compare with; repeatable', {
      greedy: true,
    }),
    ...LEDGER,
  },
  examples: {
    'ledger verify': 'Verify each entry of the ledger',
    'ledger verify --against payouts.results.csv': 'Also compare it with a results file',
  },
});

export const ledgerExport = command({
  ...OF_LEDGER,
  name: 'ledger export',
  does: 'Write everything about one run into a zip, for an auditor',
  words: ONE_RUN,
  flags: {
    out: required(text('FILE', 'The zip to write')),
    input: text('FILE', 'The input file, if it was moved'),
    ...LEDGER,
  },
  examples: {
    'ledger export last --out run.zip': 'The newest run',
    'ledger export last --out run.zip --input payouts.csv': 'With an input that was moved',
  },
});

export const ledgerBackup = command({
  ...OF_LEDGER,
  name: 'ledger backup',
  does: 'Write a consistent copy of the ledger, even during a run',
  flags: { to: required(text('NEW', 'The copy to write')), ...LEDGER },
  examples: {
    'ledger backup --to /backup/ledger-1.db': 'To a new file: a backup never overwrites one',
    'ledger backup --to /backup/ledger-1.db --json': 'For a program',
  },
});

export const ledgerCopy = command({
  ...OF_LEDGER,
  name: 'ledger copy',
  does: 'Move the ledger to another place. The old ledger can no longer be used',
  flags: {
    from: required(text('LEDGER', 'The ledger to move')),
    to: required(text('LEDGER', 'Its new place')),
    ...COMMON,
  },
  examples: {
    'ledger copy --from /var/lib/paybatch/ledger.db --to postgres://pay@db.example/pay':
      'To Postgres, so that several hosts can work on it',
    'ledger copy --from /var/lib/paybatch/ledger.db --to /srv/paybatch/ledger.db': 'To another disk',
  },
});

export const work = command({
  name: 'work',
  does: 'Send rows that are queued in a Postgres ledger, until a signal',
  manual: 'postgres',
  flags: {
    'until-empty': toggle('End when no row is queued or in progress'),
    concurrency: { ...PACE.concurrency, group: 'Flags' },
    rate: { ...PACE.rate, does: 'Requests a second of this process', group: 'Flags' },
    ...TRUST,
    ...LOG,
    ...LEDGER,
  },
  sends: true,
  examples: {
    work: 'As a service: send what is queued until a signal',
    'work --until-empty --concurrency 16': 'Help with what is queued now, then end',
  },
});

export const stop = command({
  name: 'stop',
  does: 'Stop a run on a Postgres ledger for all hosts',
  manual: 'postgres',
  words: ONE_RUN,
  flags: LEDGER,
  examples: {
    'stop last': 'The newest run. Requests in progress finish',
    'stop RUN --json': 'For a program',
  },
});

export const limits = command({
  name: 'limits',
  does: 'Set or show the limits of all hosts on one Postgres ledger',
  manual: 'postgres',
  flags: {
    rate: text('N|none', 'Requests a second of all hosts together'),
    concurrency: text('N|none', 'Requests in progress of all hosts together'),
    ...LEDGER,
  },
  examples: {
    limits: 'Show the limits',
    'limits --rate 60 --concurrency 24': 'Set them. They take effect within 5 seconds',
  },
});

export type LedgerInitArgs = ArgsOf<typeof ledgerInit>;
export type LedgerShowArgs = ArgsOf<typeof ledgerShow>;
export type LedgerVerifyArgs = ArgsOf<typeof ledgerVerify>;
export type LedgerExportArgs = ArgsOf<typeof ledgerExport>;
export type LedgerBackupArgs = ArgsOf<typeof ledgerBackup>;
export type LedgerCopyArgs = ArgsOf<typeof ledgerCopy>;
export type WorkArgs = ArgsOf<typeof work>;
export type StopArgs = ArgsOf<typeof stop>;
export type LimitsArgs = ArgsOf<typeof limits>;
