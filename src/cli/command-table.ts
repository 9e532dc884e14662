// The work of each command, loaded when it is called.
import type { ArgsOf, Command, Flags, Words } from './command.ts';
import { api } from './commands/api/index.ts';
import { approve } from './commands/approve/index.ts';
import { audit } from './commands/audit/index.ts';
import { completion } from './commands/completion/index.ts';
import { config } from './commands/config/index.ts';
import { doctor } from './commands/doctor/index.ts';
import { doubts } from './commands/doubts/index.ts';
import { funds } from './commands/funds/index.ts';
import { help } from './commands/help/index.ts';
import { init } from './commands/init/index.ts';
import { keygen } from './commands/keygen/index.ts';
import {
  ledgerBackup,
  ledgerCopy,
  ledgerExport,
  ledgerInit,
  ledgerShow,
  ledgerVerify,
} from './commands/ledger/index.ts';
import { limits } from './commands/limits/index.ts';
import { lint } from './commands/lint/index.ts';
import { map } from './commands/map/index.ts';
import { migrate } from './commands/migrate/index.ts';
import { plan, planDiff, planShow } from './commands/plan/index.ts';
import { proxy } from './commands/proxy/index.ts';
import { reconcile } from './commands/reconcile/index.ts';
import { rehearse } from './commands/rehearse/index.ts';
import { report } from './commands/report/index.ts';
import { resolve } from './commands/resolve/index.ts';
import { results } from './commands/results/index.ts';
import { check, quote, run } from './commands/run/index.ts';
import { sandbox } from './commands/sandbox/index.ts';
import { selftest } from './commands/selftest/index.ts';
import { spec } from './commands/spec/index.ts';
import { status } from './commands/status/index.ts';
import { stop } from './commands/stop/index.ts';
import { work } from './commands/work/index.ts';
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
  entry(funds, async () => (await import('./commands/funds/run.ts')).fundsCommand),
  entry(plan, async () => (await import('./commands/plan/run.ts')).planCommand),
  entry(planShow, async () => (await import('./commands/plan/run.ts')).showCommand),
  entry(planDiff, async () => (await import('./commands/plan/run.ts')).diffCommand),
  entry(approve, async () => (await import('./commands/approve/run.ts')).approveCommand),
  entry(keygen, async () => (await import('./commands/keygen/run.ts')).keygenCommand),
  entry(work, async () => (await import('./commands/work/run.ts')).workCommand),
  entry(results, async () => (await import('./commands/results/run.ts')).resultsCommand),
  entry(stop, async () => (await import('./commands/stop/run.ts')).stopCommand),
  entry(status, async () => (await import('./commands/status/run.ts')).statusCommand),
  entry(report, async () => (await import('./commands/report/run.ts')).reportCommand),
  entry(doubts, async () => (await import('./commands/doubts/run.ts')).doubtsCommand),
  entry(resolve, async () => (await import('./commands/resolve/run.ts')).resolveCommand),
  entry(reconcile, async () => (await import('./commands/reconcile/run.ts')).reconcileCommand),
  entry(ledgerInit, async () => (await import('./commands/ledger/run.ts')).initCommand),
  entry(ledgerShow, async () => (await import('./commands/ledger/run.ts')).showCommand),
  entry(ledgerVerify, async () => (await import('./commands/ledger/verify.ts')).verifyCommand),
  entry(ledgerExport, async () => (await import('./commands/ledger/export.ts')).exportCommand),
  entry(ledgerBackup, async () => (await import('./commands/ledger/backup.ts')).backupCommand),
  entry(ledgerCopy, async () => (await import('./commands/ledger/copy.ts')).copyCommand),
  entry(api, async () => (await import('./commands/api/run.ts')).apiCommand),
  entry(limits, async () => (await import('./commands/limits/run.ts')).limitsCommand),
  entry(init, async () => (await import('./commands/init/run.ts')).initCommand),
  entry(doctor, async () => (await import('./commands/doctor/run.ts')).doctorCommand),
  entry(selftest, async () => (await import('./commands/selftest/run.ts')).selftestCommand),
  entry(config, async () => (await import('./commands/config/run.ts')).configCommand),
  entry(lint, async () => (await import('./commands/lint/run.ts')).lintCommand),
  entry(migrate, async () => (await import('./commands/migrate/run.ts')).migrateCommand),
  entry(audit, async () => (await import('./commands/audit/run.ts')).auditCommand),
  entry(rehearse, async () => (await import('./commands/rehearse/run.ts')).rehearseCommand),
  entry(proxy, async () => (await import('./commands/proxy/run.ts')).proxyCommand),
  entry(spec, async () => (await import('./commands/spec/run.ts')).specCommand),
  entry(sandbox, async () => (await import('./commands/sandbox/run.ts')).sandboxCommand),
  entry(help, async () => (await import('./commands/help/run.ts')).helpCommand),
  entry(completion, async () => (await import('./commands/completion/run.ts')).completionCommand),
];
