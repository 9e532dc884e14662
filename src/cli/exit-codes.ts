// What each exit code says to a person, for help and README: the codes themselves stand in errors.ts.
import { EXIT } from '../errors.ts';
import { wrapped } from '../files/wrapped.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'every row is `created`, `valid`, `quoted` or `duplicate`',
  refusedRows:
    'some rows are `invalid`, `rejected` or `failed`: `NAME.retry.csv` holds them, `NAME.retry.txt` says why and what to do',
  unusable: 'usage, settings or input are unusable, or a guard refused: nothing was sent',
  inDoubt: 'some row is `in_doubt`, until a person settles it with `paybatch resolve`',
  stopped:
    'stopped early (halt, signal, another run that sends some of its rows): running it again continues; or rows are held: the summary says why',
};

export const EXIT_CODES = (Object.keys(EXIT) as (keyof typeof EXIT)[]) // the keys of a table of our own
  .map((name) => ({ code: EXIT[name], meaning: MEANINGS[name] }));

/** Of commands that speak of something else than rows that are sent. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  lint: [
    'nothing at or above --fail-on',
    'findings',
    'usage or settings are unusable, or something could not be read',
  ],
  audit: [
    'nothing was found that stops working or left out, and no row waits for a person',
    'findings, uses that are suppressed or of a rule that is switched off, or rows that wait for a person',
    'usage or settings are unusable, or something could not be read',
  ],
  migrate: ['nothing is left to do by hand', 'something is in a todo file', 'input or output is unusable'],
  rehearse: [
    'all calls succeed on the day after the cutoff',
    'something is used that has ended by then',
    'a call is not proven, or there was none; where all calls succeed, the code of the command (128 and the number of a signal that ended it)',
  ],
  doctor: ['nothing is at fault (warnings are allowed)', 'a fault', 'usage is wrong: nothing was looked at'],
  selftest: [
    'nothing was sent twice or lost',
    'something was, or the proof is none',
    'usage or settings are unusable: nothing was tried',
  ],
  quote: [
    'every row has a quote, or was paid before; nothing is created',
    'some rows are invalid, or their quote was refused',
    'usage, settings or input are unusable, or a guard refused',
    '',
    'stopped before the end of the file: run it again',
  ],
  results: [
    'written; every row is paid',
    'written; some rows were not paid, and are in the retry file',
    'usage is wrong, or there is no such run or ledger',
    'written; some row is in doubt, until a person settles it with paybatch resolve',
    'written as far as it is: the run is not over, or was stopped',
  ],
  work: [
    'stopped by a signal, or (--until-empty) nothing is queued any more',
    '',
    'usage or settings are unusable: nothing was sent',
    '',
    'stopped before (--halt-after), or rows of another version are left',
  ],
  limits: ['shown, or set for all hosts', '', 'usage is wrong, or there is no such ledger'],
  proxy: ['ended by a signal', '', 'usage is wrong, or it could not listen'],
  sandbox: ['ended by a signal', '', 'usage is wrong, or it could not listen'],
  spec: ['shown', '', 'usage is wrong'],
  completion: ['printed', '', 'usage is wrong'],
  check: [
    'nothing is wrong with any row',
    'some rows are invalid',
    'usage, settings or input are unusable, or a guard would refuse the file',
    '',
    'stopped before the end of the file',
  ],
  ledger: [
    'done; verify: whole',
    'verify, backup: something was changed, added, taken away, or it is a fork',
    'usage is wrong, or the ledger or file is unusable',
  ],
  plan: [
    'the plan is written or shown; diff: no difference',
    'no plan, since rows are invalid; diff: they differ',
    'usage, settings or input are unusable, or a guard refused: no plan was made',
  ],
  approve: ['signed, or rejected with --reject', '', 'not signed: the reason is said'],
  status: [
    'shown, whatever became of the rows',
    '',
    'usage is wrong, or there is no such run or ledger',
    'a host has contradicted what a person said of a row',
  ],
  doubts: [
    'shown, whether there are any or not',
    '',
    'usage is wrong, or the ledger is not the one that this host has used',
    'a host has contradicted what a person said of a row',
  ],
  resolve: ['every word is recorded', '', 'usage is wrong, or a row was refused: the reason is said'],
  reconcile: [
    'no row of the run is in doubt any more',
    '',
    'usage is wrong, no row of the run is in doubt, or the statement or ledger is unusable',
    "a row stays in doubt, or the statement contradicts or can't confirm what a person said",
  ],
  report: ['made, whatever became of the rows', '', 'usage is wrong, or there is no such run or ledger'],
  funds: [
    'the developer balance covers the rows that it funds',
    'it does not, that is not known, or rows are invalid',
    'usage, settings or input are unusable',
    '',
    'stopped: the service could not be asked',
  ],
  api: [
    'the service accepted it, or it was done before',
    'the service refused it, or it could not be sent',
    'usage, settings or input are unusable, or it was refused here: nothing was sent',
    'it is in doubt, until a person settles it with paybatch resolve',
    'stopped before it was sent',
  ],
  keygen: [
    'both files are written',
    '',
    'usage is wrong, there is no passphrase, or a file is there already',
  ],
  config: ['shown', '', 'a setting is wrong, or the config file is unusable'],
  stop: ['no more of its rows start', '', 'usage is wrong, or there is no such run or ledger'],
  map: ['the mapping is complete', 'something must be filled in', 'the file is unusable'],
};
const listed = (meanings: readonly string[], width: number): string => {
  const lines = meanings.map((meaning, code) => `  ${code}  ${meaning.replaceAll('`', '')}`);
  const told = lines.filter((_, code) => meanings[code] !== '');
  return ['Exit codes:', ...told.flatMap((line) => wrapped(line, width, 5))].join('\n');
};

/** For the help of a command, or of them all. */
export function exitText(width: number, command?: string): string {
  const own = command === undefined ? undefined : OWN[command];
  return listed(own ?? EXIT_CODES.map(({ meaning }) => meaning), width);
}
