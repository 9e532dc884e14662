// An error as a message and an exit code.
import { PlanError } from '../approval/plan-error.ts';
import { Refusal, StoppedEarly } from '../batch/input/control.ts';
import { EXIT, PaybatchError } from '../errors.ts';
import { InputError } from '../files/input-error.ts';
import { plainLines } from '../files/plain.ts';
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger.ts';
import type { Command } from './command.ts';
import type { Flags } from './flag.ts';
import { type Io, SettingError } from './io.ts';
import { withoutPassword } from './secrets.ts';
import { hasBegun } from './this-process.ts';

interface FailedCommand {
  /** `undefined`: the command line has no known command. */
  readonly command: Command | undefined;
  readonly json: boolean;
  readonly verbose: boolean;
}

export function failure(error: unknown, { command, json, verbose }: FailedCommand, io: Io): number {
  const { code, exitCode } = exitOf(error);
  const message = withoutPassword(io.asTyped(plainLines(messageOf(error, command))));
  if (json) io.out(`${JSON.stringify({ error: { code, message }, exitCode })}\n`);
  io.err(`paybatch: ${message}\n`, 'error');
  if (verbose && error instanceof Error && error.stack !== undefined) io.err(`${error.stack}\n`, 'error');
  return exitCode;
}

/** What to do about a refusal, with the names of flags and variables. */
const REMEDIES: Readonly<Record<string, string>> = {
  credentials:
    'Check PAYBATCH_CLIENT_ID, PAYBATCH_API_KEY and PAYBATCH_API_SECRET, and that they belong to PAYBATCH_AUTH_URL',
  auth_address: 'Check PAYBATCH_AUTH_URL: /oauth/token is added to it',
  funds:
    'paybatch quote --funds, with the same file and flags, shows what is missing. To top up a wallet, see paybatch help funding',
  ledger_witness:
    'Find the ledger that made these results: see paybatch help recovery. Until then, do not repeat this command: rows could be paid twice. Do not move the results or use --accept-ledger, unless the owner of the money agrees',
  results_cut: 'Restore this results file from a copy. Without a copy, see paybatch help ledger-safety',
  results_input: 'Choose another --results',
  same_file:
    'Use the parse settings of that run: --map, --delimiter, and the lookup files of a profile as they were. Only if all rows are meant to be sent again, add --alike-ok',
  results_foreign: 'Choose another --results, or move that file away',
};

const MAY_LACK = 'This ledger may lack payments: stop the scheduled jobs, and see paybatch help recovery';
const ACCEPT = `${MAY_LACK}. Use --accept-ledger only by day, and if the owner of the money agrees. The ledger records it`;
/** For commands that only read: they cannot accept a ledger for later runs. */
const ACCEPT_ELSEWHERE = `${MAY_LACK}. paybatch status and paybatch results RUN show the rows that it contains`;
const NO_LEDGER =
  "Load the environment of the job first (set -a; . FILE; set +a, with the job's FILE): it may name another ledger. If this machine has paid before, do not create a ledger: see paybatch help recovery. Only on a new machine: paybatch ledger init";

/** A person may continue with this ledger. */
export const OBJECTIONS: ReadonlySet<LedgerErrorCode> = new Set([
  'ledger_older',
  'ledger_other',
  'ledger_timeline',
  'ledger_linked',
  'ledger_mounted',
  'ledger_network',
] satisfies LedgerErrorCode[]);

export function exitOf(error: unknown): { readonly code: string; readonly exitCode: number } {
  if (error instanceof PaybatchError) return { code: error.code, exitCode: error.exitStatus };
  if (isOutOfFiles(error)) return { code: 'open_files', exitCode: hasBegun() ? EXIT.stopped : EXIT.unusable };
  return { code: 'internal', exitCode: EXIT.stopped };
}

const isOutOfFiles = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? ''); // Node's error, or any other

const RECORDED = 'Whatever was sent is recorded in the ledger; running again continues from there';

/** What went wrong, what to do, and that nothing was sent. */
function messageOf(error: unknown, command: Command | undefined): string {
  if (isOutOfFiles(error))
    return `too many files are open (ulimit -n): raise the limit, or lower --concurrency. ${RECORDED}`;
  if (!(error instanceof PaybatchError)) {
    const what = error instanceof Error ? error.message : String(error);
    return `a defect in paybatch: ${what}. ${RECORDED} (--verbose shows where)`;
  }
  const what = error.message;
  const isRefusal = REFUSALS.some((one) => error instanceof one);
  const parts = [
    what,
    adviceFor(error, command?.flags ?? {}),
    command?.sends && isRefusal ? 'Nothing was sent' : undefined,
  ];
  // After a list, each gets a separate line.
  return parts.filter((part) => part !== undefined).join(what.includes('\n') ? '\n' : '. ');
}

/** Errors that occur before anything is sent. */
const REFUSALS = [SettingError, InputError, PlanError, LedgerError, Refusal, StoppedEarly];

const MISSING =
  'To set up paybatch, run paybatch init: it asks for these values, except for the API key and secret (PAYBATCH_API_KEY, PAYBATCH_API_SECRET). If it was set up already, load the file with its settings first: set -a; . FILE; set +a';

function adviceFor(error: PaybatchError, flags: Flags): string | undefined {
  if (error instanceof SettingError && error.hint === 'missing')
    return 'sandbox' in flags ? `To try paybatch without money, add --sandbox. ${MISSING}` : MISSING;
  if (error instanceof LedgerError && OBJECTIONS.has(error.code))
    return 'accept-ledger' in flags ? ACCEPT : ACCEPT_ELSEWHERE;
  if (error instanceof LedgerError) return error.code === 'no_ledger' ? NO_LEDGER : undefined;
  if (error instanceof Refusal) return REMEDIES[error.code];
  return undefined;
}
