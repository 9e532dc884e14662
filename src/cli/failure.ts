// An error as one clear line and an exit code.
import { PlanError } from '../approval/plan-error.ts';
import { GuardsRefused } from '../batch/input/guards.ts';
import { Refusal, StoppedEarly } from '../batch/input/refusal.ts';
import { EXIT, PaybatchError } from '../errors.ts';
import { InputError } from '../files/input-error.ts';
import { plainLines } from '../files/plain.ts';
import { LedgerError, type LedgerErrorCode } from '../ledger/ledger.ts';
import { type Io, SettingError } from './io.ts';
import { guardText } from './render/guards.ts';
import { hasBegun } from './this-process.ts';
import { withoutPassword } from './without-password.ts';

interface Speaker {
  /** The command sends something, or says what would be sent. */
  readonly sends: boolean;
  /** It has --sandbox. */
  readonly sandbox: boolean;
  /** It shows what earlier runs left. */
  readonly shows: boolean;
  /** It has --accept-ledger. */
  readonly accepts: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
}

export function failure(error: unknown, speaker: Speaker, io: Io): number {
  const { json, verbose } = speaker;
  const { message, ...rest } = describe(error, speaker);
  const known = { ...rest, message: withoutPassword(io.asTyped(plainLines(message))) };
  if (json)
    io.out(
      `${JSON.stringify({ error: { code: known.code, message: known.message }, exitCode: known.exitCode })}\n`,
    );
  io.err(`paybatch: ${known.message}\n`, 'error');
  if (verbose && error instanceof Error && error.stack !== undefined) io.err(`${error.stack}\n`, 'error');
  return known.exitCode;
}

/** What to do about a refusal, in the command line's own names. */
const REMEDIES: Readonly<Record<string, string>> = {
  credentials:
    'Check PAYBATCH_CLIENT_ID, PAYBATCH_API_KEY and PAYBATCH_API_SECRET, and that they belong to PAYBATCH_AUTH_URL',
  auth_address: 'Check PAYBATCH_AUTH_URL: /oauth/token is added to it',
  funds:
    '--require-funds stops the run. paybatch quote --funds, with the same file and flags, shows what is missing in each wallet',
  ledger_witness:
    'Use the ledger that made these results (--ledger, PAYBATCH_LEDGER); if they belong to another ledger, move them away or use --accept-ledger',
  results_cut:
    'Restore the results as the run wrote them. Or look in them for rows that the ledger does not know (paybatch status), and move them away. --accept-ledger continues without them',
  results_input: 'Choose another --results',
  same_file:
    'Use the parse settings of that run (--map, --delimiter or a profile). Only if all rows are meant to be sent again, add --alike-ok',
  results_foreign: 'Choose another --results, or move that file away',
};

const ACCEPT = 'If this is the right ledger, use --accept-ledger; this is recorded';
/** What only looks accepts nothing: that would lift the guard for the runs to come. */
export const ACCEPT_ELSEWHERE =
  'If this is the right ledger, use --accept-ledger with run, work, resolve or reconcile; this is recorded';
/** `accept`: a person may continue with the ledger all the same. */
const LEDGER_REMEDIES: Readonly<Partial<Record<LedgerErrorCode, string>>> = {
  no_ledger:
    'Is the environment of your runs loaded here (set -a; . FILE; set +a)? It may name another ledger. If there was one before, restore it: it alone knows what was paid or created. Otherwise paybatch ledger init makes one',
  ledger_older: 'accept',
  ledger_other: 'accept',
  ledger_linked: 'accept',
  ledger_mounted: 'accept',
  ledger_network: 'accept',
  ledger_timeline: 'accept',
};
/** Said against a ledger that could be read: a person may go on with it. */
export const isObjection = ({ code }: LedgerError): boolean => LEDGER_REMEDIES[code] === 'accept';

/** What a refusal promises besides its reason. */
function promise(
  error: PaybatchError,
  speaker: Pick<Speaker, 'sends' | 'sandbox' | 'shows' | 'accepts'>,
): string {
  const { sends, accepts } = speaker;
  if (error instanceof SettingError) return wayOut(error, speaker) + nothingSent(error, sends);
  if (error instanceof InputError) return sends ? '; nothing was sent' : '';
  if (error instanceof PlanError) return sends ? '. Nothing was sent' : '';
  if (!(error instanceof LedgerError || error instanceof Refusal || error instanceof StoppedEarly)) return '';
  const remedy = error instanceof LedgerError ? ledgerRemedy(error.code, accepts) : REMEDIES[remedyOf(error)];
  // After a list, what to do gets a separate line.
  const advice = remedy === undefined ? '' : `${error.message.includes('\n') ? '\n' : '. '}${remedy}`;
  return sends ? `${advice}. Nothing was sent` : advice;
}

/** Where a missing setting is set, and what else the command could do. */
function wayOut(
  { hint, message }: SettingError,
  { sandbox, shows }: Pick<Speaker, 'sandbox' | 'shows'>,
): string {
  if (hint !== 'missing') return '';
  const other = sandbox
    ? ', or try --sandbox'
    : shows
      ? '. A run with --sandbox leaves nothing to be shown'
      : '';
  return `${message.includes('\n') ? '\n' : '. '}If a file holds the environment of your runs, load it first: set -a; . FILE; set +a. Set it in the environment or in the config file (API key and secret in the environment only)${other}`;
}

/** Behind a list it gets a separate line. */
const nothingSent = (error: SettingError, sends: boolean): string =>
  sends ? `${error.message.includes('\n') ? '\n' : '. '}Nothing was sent` : '';

const ledgerRemedy = (code: LedgerErrorCode, accepts: boolean): string | undefined => {
  const remedy = LEDGER_REMEDIES[code];
  return remedy === 'accept' ? (accepts ? ACCEPT : ACCEPT_ELSEWHERE) : remedy;
};

const remedyOf = (error: PaybatchError): string => (error instanceof Refusal ? error.remedy : error.code);

const guardsText = ({ file, refusals }: GuardsRefused): string =>
  `${file}: ${refusals.map(guardText).join('; ')}`;

const SENDING = { sends: true, sandbox: false, shows: false, accepts: false } as const;

/** Code and exit status of an error, as {@link failure} reports them. */
export function exitOf(error: unknown): { readonly code: string; readonly exitCode: number } {
  const { code, exitCode } = describe(error, SENDING);
  return { code, exitCode };
}

function describe(
  error: unknown,
  speaker: Parameters<typeof promise>[1],
): { code: string; message: string; exitCode: number } {
  if (error instanceof PaybatchError) {
    const message = error instanceof GuardsRefused ? guardsText(error) : error.message;
    return { code: error.code, message: message + promise(error, speaker), exitCode: error.exitStatus };
  }
  const message = error instanceof Error ? error.message : String(error);
  const { code } = error as NodeJS.ErrnoException; // Node's error, or any other
  if (code === 'EMFILE' || code === 'ENFILE')
    return {
      code: 'open_files',
      message: `too many files are open (ulimit -n): raise the limit, or lower --concurrency. Whatever was sent is recorded in the ledger; running again continues from there`,
      exitCode: hasBegun() ? EXIT.stopped : EXIT.unusable,
    };
  return {
    code: 'internal',
    message: `a defect in paybatch: ${message}. Whatever was sent is recorded in the ledger; running again continues from there (--verbose shows where)`,
    exitCode: EXIT.stopped,
  };
}
