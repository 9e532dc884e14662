// All commands, in the order of the help, and the work of each, which is loaded when it is called.
import { type ArgsOf, type Command, type ListedCommand, readArgs } from './command.ts';
import * as approval from './definitions/approval.ts';
import * as inspect from './definitions/inspect.ts';
import * as ledger from './definitions/ledger.ts';
import * as migration from './definitions/migration.ts';
import * as pay from './definitions/pay.ts';
import * as tools from './definitions/tools.ts';
import type { Flags } from './flag.ts';
import type { Io } from './io.ts';

type CommandWork = (io: Io) => Promise<number>;
/** Called with a command line that could not be read, as it was typed. */
type OnUnparsed = (args: readonly string[], io: Io, error: unknown) => Promise<void>;

export interface CommandEntry extends ListedCommand {
  /** The words behind the command's name into its work. Errors: UsageError. */
  readonly read: (args: readonly string[]) => CommandWork;
  readonly onUnparsed?: OnUnparsed | undefined;
}

const entry = <W extends Flags, F extends Flags>(
  command: Command<W, F>,
  load: () => Promise<(args: ArgsOf<Command<W, F>>, io: Io) => number | Promise<number>>,
  onUnparsed?: OnUnparsed,
): Omit<CommandEntry, 'group'> => ({
  ...command,
  onUnparsed,
  read(typed) {
    const args = readArgs(command, typed);
    return async (io) => (await load())(args, io);
  },
});

const runUnparsed: OnUnparsed = async (...refused) =>
  (await import('./commands/run/watched.ts')).refusedUnparsed(...refused);

const inGroup = (group: string, entries: readonly Omit<CommandEntry, 'group'>[]): CommandEntry[] =>
  entries.map((one) => ({ ...one, group }));

export const COMMANDS: readonly CommandEntry[] = [
  ...inGroup('Pay', [
    entry(pay.run, async () => (await import('./commands/run/run.ts')).runCommand, runUnparsed),
    entry(pay.check, async () => (await import('./commands/run/run.ts')).checkCommand),
    entry(pay.quote, async () => (await import('./commands/run/run.ts')).quoteCommand),
    entry(pay.map, async () => (await import('./commands/map.ts')).mapCommand),
  ]),
  ...inGroup('Inspect and resolve', [
    entry(inspect.status, async () => (await import('./commands/status.ts')).statusCommand),
    entry(inspect.results, async () => (await import('./commands/results.ts')).resultsCommand),
    entry(inspect.report, async () => (await import('./commands/report.ts')).reportCommand),
    entry(inspect.doubts, async () => (await import('./commands/doubts.ts')).doubtsCommand),
    entry(inspect.resolve, async () => (await import('./commands/resolve/resolve.ts')).resolveCommand),
    entry(
      inspect.reconcile,
      async () => (await import('./commands/reconcile/reconcile.ts')).reconcileCommand,
    ),
  ]),
  ...inGroup('Approval', [
    entry(approval.plan, async () => (await import('./commands/plan.ts')).planCommand),
    entry(approval.planShow, async () => (await import('./commands/plan.ts')).showCommand),
    entry(approval.planDiff, async () => (await import('./commands/plan.ts')).diffCommand),
    entry(approval.approve, async () => (await import('./commands/approve.ts')).approveCommand),
    entry(approval.keygen, async () => (await import('./commands/keygen.ts')).keygenCommand),
  ]),
  ...inGroup('Ledger and hosts', [
    entry(ledger.ledgerInit, async () => (await import('./commands/ledger/init-show.ts')).initCommand),
    entry(ledger.ledgerShow, async () => (await import('./commands/ledger/init-show.ts')).showCommand),
    entry(ledger.ledgerVerify, async () => (await import('./commands/ledger/verify.ts')).verifyCommand),
    entry(ledger.ledgerExport, async () => (await import('./commands/ledger/export.ts')).exportCommand),
    entry(ledger.ledgerBackup, async () => (await import('./commands/ledger/backup.ts')).backupCommand),
    entry(ledger.ledgerCopy, async () => (await import('./commands/ledger/copy.ts')).copyCommand),
    entry(ledger.work, async () => (await import('./commands/work.ts')).workCommand),
    entry(ledger.stop, async () => (await import('./commands/hosts.ts')).stopCommand),
    entry(ledger.limits, async () => (await import('./commands/hosts.ts')).limitsCommand),
  ]),
  ...inGroup('Migration', [
    entry(migration.lint, async () => (await import('./commands/lint/lint.ts')).lintCommand),
    entry(migration.migrate, async () => (await import('./commands/migrate/migrate.ts')).migrateCommand),
    entry(migration.audit, async () => (await import('./commands/audit.ts')).auditCommand),
    entry(migration.rehearse, async () => (await import('./commands/rehearse.ts')).rehearseCommand),
    entry(migration.proxy, async () => (await import('./commands/servers.ts')).proxyCommand),
  ]),
  ...inGroup('Tools', [
    entry(tools.init, async () => (await import('./commands/init.ts')).initCommand),
    entry(tools.config, async () => (await import('./commands/config.ts')).configCommand),
    entry(tools.doctor, async () => (await import('./commands/doctor/doctor.ts')).doctorCommand),
    entry(tools.selftest, async () => (await import('./commands/selftest/selftest.ts')).selftestCommand),
    entry(tools.sandbox, async () => (await import('./commands/servers.ts')).sandboxCommand),
    entry(tools.api, async () => (await import('./commands/api.ts')).apiCommand),
    entry(tools.spec, async () => (await import('./commands/spec.ts')).specCommand),
    entry(tools.completion, async () => (await import('./commands/completion.ts')).completionCommand),
    entry(tools.help, async () => {
      const { helpText, widthOfHelp } = await import('./help-text.ts');
      return ({ topic }, io) => {
        io.out(helpText(topic.join(' '), COMMANDS, widthOfHelp(io)));
        return 0;
      };
    }),
  ]),
];
