// The commands: how each is written, what it does, which flags it has. Its work is loaded when it is called.
import type { Args } from './args.ts';
import { type FlagName, FUNDS_FLAGS, LINT_FLAGS, MIGRATE_FLAGS, RUN_FLAGS } from './flags.ts';
import type { Io } from './io.ts';

type Command = (args: Args, io: Io) => Promise<number>;

export interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly does: string;
  readonly flags: readonly FlagName[];
  readonly load: () => Promise<Command>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    usage: 'run <file>',
    does: 'check, upload, quote and create every payout (or customer) of a CSV file, once',
    flags: RUN_FLAGS,
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'check',
    usage: 'check <file>',
    does: 'check a file and send nothing (run --dry-run)',
    flags: RUN_FLAGS,
    load: async () => (await import('./commands/run.ts')).checkCommand,
  },
  {
    name: 'quote',
    usage: 'quote <file>',
    does: 'check a file and quote its rows; creates nothing',
    flags: RUN_FLAGS,
    load: async () => (await import('./commands/run.ts')).quoteCommand,
  },
  {
    name: 'funds',
    usage: 'funds <file>',
    does: 'what a file needs of each wallet, what is there, and where to send what is missing',
    flags: FUNDS_FLAGS,
    load: async () => (await import('./commands/funds.ts')).fundsCommand,
  },
  {
    name: 'status',
    usage: 'status [run]',
    does: 'list the runs in the ledger, or the rows of one',
    flags: ['ledger', 'json', 'config', 'status'],
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'resolve',
    usage: 'resolve <run>',
    does: 'settle a row in doubt by what you found out',
    flags: ['ledger', 'json', 'config', 'line', 'reference', 'as', 'transfer-id', 'customer-id', 'reason'],
    load: async () => (await import('./commands/resolve.ts')).resolveCommand,
  },
  {
    name: 'api',
    usage: 'api [operation]',
    does: 'call one endpoint; without an operation, list them',
    flags: [
      'data',
      'set',
      'file',
      'yes',
      'reference',
      'batch-id',
      'ledger',
      'timeout',
      'sandbox',
      'json',
      'config',
    ],
    load: async () => (await import('./commands/api.ts')).apiCommand,
  },
  {
    name: 'config',
    usage: 'config',
    does: 'print each setting, its value (secrets masked) and where it came from',
    flags: ['ledger', 'json', 'config'],
    load: async () => (await import('./commands/config.ts')).configCommand,
  },
  {
    name: 'lint',
    usage: 'lint [paths..]',
    does: 'find deprecated fields, document types and calls in data and source code',
    flags: LINT_FLAGS,
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  {
    name: 'migrate',
    usage: 'migrate [paths..]',
    does: 'old-shape CSV, JSON or NDJSON to the 1.32 shape; nothing is lost',
    flags: MIGRATE_FLAGS,
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  {
    name: 'audit',
    usage: 'audit [paths..]',
    does: 'lint code and data, try the migration of the data files, and say on one page where you stand',
    flags: ['format', 'out', 'as-of', 'cutoff', 'json', 'config'],
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  {
    name: 'rehearse',
    usage: 'rehearse',
    does: 'run "-- COMMAND..." against the service as it is after the cutoff, and list the calls that it refuses',
    flags: ['clock', 'balance', 'json', 'config'],
    load: async () => (await import('./commands/rehearse.ts')).rehearseCommand,
  },
  {
    name: 'proxy',
    usage: 'proxy',
    does: 'stand in front of the service and count deprecated uses as they pass; changes and stores nothing',
    flags: ['to', 'port', 'json', 'config'],
    load: async () => (await import('./commands/proxy.ts')).proxyCommand,
  },
  {
    name: 'spec',
    usage: 'spec',
    does: 'print the interface as OpenAPI 3.1, or one body as JSON Schema',
    flags: ['json-schema', 'config'],
    load: async () => (await import('./commands/spec.ts')).specCommand,
  },
  {
    name: 'sandbox',
    usage: 'sandbox',
    does: 'serve the whole interface on loopback, with faults and a clock',
    flags: ['port', 'seed', 'clock', 'balance', 'token-lifetime', 'idempotency-header', 'fault', 'json'],
    load: async () => (await import('./commands/sandbox.ts')).sandboxCommand,
  },
];
