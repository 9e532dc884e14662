// What each exit code and each `errorCode` of a row means, for help and manual. The exit codes themselves are in
// errors.ts.
import { EXIT } from '../errors.ts';
import { wrapped } from '../files/plain.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'every row is `created`, `valid`, `quoted` or `duplicate`',
  refusedRows:
    'some rows are `invalid`, `rejected`, `failed` or held: a person has to look. `NAME.retry.csv` contains these rows, `NAME.retry.txt` gives the reasons',
  unusable: 'usage, settings or input are unusable, or a guard refused: nothing was sent',
  inDoubt:
    'some row of this run is `in_doubt`, or a late response contradicts a resolution: see `paybatch doubts`. Takes priority over 1 and 4',
  stopped: 'stopped early: running the same command again continues',
};

export const EXIT_CODES = (Object.keys(EXIT) as (keyof typeof EXIT)[]) // the keys of a table of our own
  .map((name) => ({ code: EXIT[name], meaning: MEANINGS[name] }));

const USAGE = 'usage or settings are unusable';
const NO_RUN = 'usage is wrong, or there is no such run or ledger';
const CONTRADICTED = 'a late response contradicts a resolution: check the row, then resolve --correct';

/** Of the commands that are not listed. An empty text: the command never ends with that code. */
export const MOST_EXITS: readonly string[] = ['done', '', 'usage, settings or a file is unusable'];

/** Of commands that do not send the rows of a file. */
export const OTHER_EXITS: Readonly<Record<string, readonly string[]>> = {
  check: [
    'every row is valid',
    'some rows are invalid',
    'the input is unusable, or a guard would refuse it',
    '',
    'stopped before the end of the file',
  ],
  quote: [
    'every row has a quote, or was paid before. With --funds: your own wallet covers its rows',
    'some rows are invalid, or their quote was refused. With --funds: your own wallet does not cover its rows, or a balance or a cost is unknown',
    'usage, settings or input are unusable, or a guard refused',
    '',
    'stopped before the end of the file: run it again',
  ],
  map: ['the profile is complete', 'something must be filled in', 'the file is unusable'],
  status: ['printed', '', NO_RUN, CONTRADICTED],
  results: [
    'every row is paid',
    'some rows were not paid',
    NO_RUN,
    'some row is in doubt',
    'some row is pending, or the run was stopped',
  ],
  doubts: [
    'printed',
    '',
    'usage is wrong, or this ledger is not the one that this host used',
    `${CONTRADICTED}. With --exit-code: some row is in doubt`,
  ],
  resolve: ['recorded', '', 'usage is wrong, or a row was refused'],
  reconcile: [
    'no row of the run is in doubt any more',
    '',
    'usage is wrong, no row is in doubt, or the statement or ledger is unusable',
    'a row stays in doubt, or a contradicted row is in doubt again',
  ],
  plan: [
    'the plan is written',
    'no plan: rows are invalid',
    'usage, settings or input are unusable, or a guard refused: no plan',
  ],
  'plan diff': ['both send the same', 'they differ', 'a plan is unusable'],
  approve: ['signed, or rejected with --reject', '', 'the plan was neither signed nor rejected'],
  'ledger verify': [
    'intact',
    'altered, shortened (a copy older than a file of --against, too) or forked',
    'it could not be read',
  ],
  'ledger backup': [
    'written and intact',
    'written, but the ledger was altered',
    'usage is wrong, or the ledger or the place is unusable',
  ],
  work: [
    'stopped by a signal, or (--until-empty) nothing is queued',
    '',
    USAGE,
    '',
    'stopped early (--halt-after of the run), or rows of another version are left: start a worker of that version',
  ],
  lint: ['no finding at or above --fail-on', 'findings', 'usage is wrong, or a file could not be read'],
  migrate: ['nothing is left to do by hand', 'something is in a todo file', 'input or output is unusable'],
  audit: [
    'nothing that will stop working was found',
    'findings, or rows that need a person',
    'usage is wrong, or a file or row could not be read',
  ],
  rehearse: [
    'all calls succeed after the cutoff, and COMMAND ended with 0. If COMMAND ended with another code: that code',
    "a deprecated use. Takes priority over COMMAND's code",
    "nothing was proven. Takes priority over COMMAND's code",
  ],
  config: ['printed', '', 'a setting is wrong, or the config file is unusable'],
  init: [
    'written, and good (warnings are allowed)',
    'written, and doctor found a fault',
    'a value is missing, or something could not be written',
  ],
  doctor: ['good (warnings are allowed)', 'a fault', 'usage is wrong'],
  selftest: [
    'no transfer was sent twice or lost',
    'a transfer was sent twice or lost, or the test proves nothing',
    USAGE,
  ],
  api: [
    'accepted, or done before',
    'refused, failed or held',
    'nothing was sent',
    'in doubt: resolve it',
    'stopped before sending: run it again',
  ],
};

/** Of a command; without one, of `run`. */
export function exitText(width: number, command = 'run'): string {
  const meanings =
    command === 'run' ? EXIT_CODES.map(({ meaning }) => meaning) : (OTHER_EXITS[command] ?? MOST_EXITS);
  const lines = meanings.flatMap((meaning, code) =>
    meaning === '' ? [] : wrapped(`  ${code}  ${meaning.replaceAll('`', '')}`, width, 5),
  );
  return ['Exit codes', ...lines].join('\n');
}

/**
 * The `errorCode` of a row. The list is closed: a test compares it with the codes that the rooms below give. The
 * service's own codes (in a refusal) are not in it.
 */
export const ROW_CODES = {
  alike: 'Held: the row may repeat an earlier payment, or a row in doubt',
  altered: 'The row was changed in the database after it was queued',
  closed: 'The connection broke after the request had started',
  connection_dns: "The service's name could not be resolved",
  connection_proxy: 'The proxy did not connect to the service',
  connection_refused: 'The service refused the connection',
  connection_reset: 'The connection was reset before the request started',
  connection_stopped: 'The run was stopped before the request started',
  connection_timeout: 'No connection in time',
  contradicted: 'A late response contradicts a resolution of this row: use `resolve --correct`',
  contradicting_answer: 'The response contradicts the request',
  corrected: 'Paid earlier with other content, by a corrected file',
  cut_short: 'The response was cut short',
  dearer: "The quote is above the plan's limit",
  document: 'A document could not be read',
  duplicate: 'Paid in another batch',
  garbage: 'The response is not HTTP',
  held: 'In use by another run (not a possible duplicate): wait, then run again',
  id_taken: 'The service returned the id of another transfer',
  idempotency: 'The idempotency header of the profile cannot be used',
  idempotency_window: 'The window of the idempotency key has ended',
  in_doubt: 'An earlier attempt has an unknown outcome',
  insufficient_funds: 'Too many refusals for lack of funds: paybatch stopped the rows of this wallet',
  invalid: 'A value of the row is wrong',
  ledger: 'The ledger could not be written',
  limits: 'The limits for all hosts could not be read',
  plan: 'The row is not part of the plan, or the plan was rejected',
  reference_like: 'A used reference differs only by case, width, spaces or leading zeros',
  reference_used: 'The reference was paid with other content',
  resolved: 'A person resolved the row as not created',
  retry_row_changed: 'The value in x-retry-of no longer matches this row',
  stopped: 'The run stopped before this row',
  timeout: 'No complete response in time',
  tls: "The service's certificate is not trusted",
  too_large: 'The response was too large',
  unasked: 'A response came without a request, so paybatch cannot assign it to a row',
  unreadable_answer: 'The response could not be read, or lacks the id',
} as const satisfies Readonly<Record<string, string>>;
