// All commands, in the order of the help, and the work of each, which is loaded when it is called.
import type { ArgsOf, Command, Flags, Words } from './command.ts';
import { doctor } from './commands/doctor/index.ts';
import { doubts } from './commands/doubts/index.ts';
import { init } from './commands/init/index.ts';
import { lint } from './commands/lint/index.ts';
import { map } from './commands/map/index.ts';
import { plan, planDiff, planShow } from './commands/plan/index.ts';
import { reconcile } from './commands/reconcile/index.ts';
import { report } from './commands/report/index.ts';
import { resolve } from './commands/resolve/index.ts';
import { results } from './commands/results/index.ts';
import { check, quote, run } from './commands/run/index.ts';
import { status } from './commands/status/index.ts';
import { work } from './commands/work/index.ts';
import { approve } from './definitions/approval.ts';
import { keygen } from './definitions/approval.ts';
import {
  ledgerBackup,
  ledgerCopy,
  ledgerExport,
  ledgerInit,
  ledgerShow,
  ledgerVerify,
} from './definitions/ledger.ts';
import { limits } from './definitions/ledger.ts';
import { stop } from './definitions/ledger.ts';
import { audit } from './definitions/migration.ts';
import { migrate } from './definitions/migration.ts';
import { proxy } from './definitions/migration.ts';
import { rehearse } from './definitions/migration.ts';
import { api } from './definitions/tools.ts';
import { completion } from './definitions/tools.ts';
import { config } from './definitions/tools.ts';
import { funds } from './definitions/tools.ts';
import { help } from './definitions/tools.ts';
import { sandbox } from './definitions/tools.ts';
import { selftest } from './definitions/tools.ts';
import { spec } from './definitions/tools.ts';
import type { Io } from './io.ts';
import { readArgs } from './read-args.ts';

export interface CommandEntry {
  readonly command: Command;
  /** What yargs parsed into the command's work. Errors: UsageError, for a value that is not what its flag takes. */
  readonly read: (
    parsed: Readonly<Record<string, unknown>>,
    rest: readonly string[],
  ) => (io: Io) => Promise<number>;
  /** Called with a command line that could not be read, as it was typed. */
  readonly unread?: Unread;
}

type Unread = (args: readonly string[], io: Io, error: unknown) => Promise<void>;

type Handler<C> = (args: ArgsOf<C>, io: Io) => Promise<number>;

function entry<W extends Words, F extends Flags>(
  command: Command<W, F>,
  load: () => Promise<Handler<Command<W, F>>>,
  unread?: Unread,
): CommandEntry {
  return {
    command,
    read: (parsed, rest) => {
      const args = readArgs(command, parsed, rest);
      return async (io) => (await load())(args, io);
    },
    ...(unread && { unread }),
  };
}

export const COMMANDS: readonly CommandEntry[] = [
  entry(
    run,
    async () => (await import('./commands/run/run.ts')).runCommand,
    async (...refused) => (await import('./commands/run/watched.ts')).refusedUnread(...refused),
  ),
  entry(check, async () => (await import('./commands/run/run.ts')).checkCommand),
  entry(quote, async () => (await import('./commands/run/run.ts')).quoteCommand),
  entry(map, async () => (await import('./commands/map/run.ts')).mapCommand),
  entry(funds, async () => (await import('./commands/funds.ts')).fundsCommand),
  entry(status, async () => (await import('./commands/status/run.ts')).statusCommand),
  entry(results, async () => (await import('./commands/results/run.ts')).resultsCommand),
  entry(report, async () => (await import('./commands/report/run.ts')).reportCommand),
  entry(doubts, async () => (await import('./commands/doubts/run.ts')).doubtsCommand),
  entry(resolve, async () => (await import('./commands/resolve/run.ts')).resolveCommand),
  entry(reconcile, async () => (await import('./commands/reconcile/run.ts')).reconcileCommand),
  entry(plan, async () => (await import('./commands/plan/run.ts')).planCommand),
  entry(planShow, async () => (await import('./commands/plan/run.ts')).showCommand),
  entry(planDiff, async () => (await import('./commands/plan/run.ts')).diffCommand),
  entry(approve, async () => (await import('./commands/approve/run.ts')).approveCommand),
  entry(keygen, async () => (await import('./commands/keygen.ts')).keygenCommand),
  entry(ledgerInit, async () => (await import('./commands/ledger/run.ts')).initCommand),
  entry(ledgerShow, async () => (await import('./commands/ledger/run.ts')).showCommand),
  entry(ledgerVerify, async () => (await import('./commands/ledger/verify.ts')).verifyCommand),
  entry(ledgerExport, async () => (await import('./commands/ledger/export.ts')).exportCommand),
  entry(ledgerBackup, async () => (await import('./commands/ledger/backup.ts')).backupCommand),
  entry(ledgerCopy, async () => (await import('./commands/ledger/copy.ts')).copyCommand),
  entry(work, async () => (await import('./commands/work/run.ts')).workCommand),
  entry(stop, async () => (await import('./commands/stop.ts')).stopCommand),
  entry(limits, async () => (await import('./commands/limits.ts')).limitsCommand),
  entry(lint, async () => (await import('./commands/lint/run.ts')).lintCommand),
  entry(migrate, async () => (await import('./commands/migrate/run.ts')).migrateCommand),
  entry(audit, async () => (await import('./commands/audit.ts')).auditCommand),
  entry(rehearse, async () => (await import('./commands/rehearse/run.ts')).rehearseCommand),
  entry(proxy, async () => (await import('./commands/proxy.ts')).proxyCommand),
  entry(init, async () => (await import('./commands/init/run.ts')).initCommand),
  entry(config, async () => (await import('./commands/config.ts')).configCommand),
  entry(doctor, async () => (await import('./commands/doctor/run.ts')).doctorCommand),
  entry(selftest, async () => (await import('./commands/selftest/run.ts')).selftestCommand),
  entry(sandbox, async () => (await import('./commands/sandbox.ts')).sandboxCommand),
  entry(api, async () => (await import('./commands/api.ts')).apiCommand),
  entry(spec, async () => (await import('./commands/spec.ts')).specCommand),
  entry(completion, async () => (await import('./commands/completion.ts')).completionCommand),
  entry(help, async () => {
    const { helpCommand } = await import('./commands/help.ts');
    return (args, io) => helpCommand(args, COMMAND_LIST, io);
  }),
];

/** The same as data. */
export const COMMAND_LIST: readonly Command[] = COMMANDS.map(({ command }) => command);
