// Flags that several commands share, by the group that the help shows them in. A flag of one command is defined with
// that command.
import type { InvalidLimit } from '../batch/input/guards.ts';
import { readAccepted } from '../batch/input/settings.ts';
import { amounts, choice, inGroup, list, number, parsed, required, text, toggle } from './flag.ts';
import { UsageError } from './io.ts';

function delimiterOf(typed: string, place: string): string {
  const delimiter = typed === '\\t' || typed === 'tab' ? '\t' : typed;
  if (delimiter === ',' || delimiter === ';' || delimiter === '\t') return delimiter;
  throw new UsageError(`${place} "${typed}": a comma, a semicolon or \\t. An import profile takes others`);
}

export function batchIdOf(typed: string, place: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(typed)) return typed;
  throw new UsageError(`${place}: 1 to 200 visible ASCII characters, no spaces`);
}

/** Of every command that reads an input file and its documents. */
export const INPUT = inGroup('Input', {
  kind: choice(['payouts', 'customers'], 'What the file contains', { default: 'detected from the header' }),
  delimiter: parsed('C', 'The delimiter: "," ";" or "\\t"', delimiterOf, { default: 'detected' }),
  map: text('FILE', "An import profile (JSON): maps your file's headers to paybatch's columns"),
  sheet: text('NAME', 'The sheet of a workbook', { default: 'the only visible one' }),
  'use-developer-funds': toggle('Pay rows with an empty useDeveloperFunds from your own wallet'),
  'documents-dir': text('DIR', 'The folder of the documents', { default: "the input's folder" }),
  'batch-id': parsed(
    'ID',
    'The batch. Under another id, rows without references can be paid twice',
    batchIdOf,
    { default: 'SHA-256 of the file, with the sheet of a workbook' },
  ),
});

/** `12` rows, or `5%` of them. `place`: the flag, or empty. */
export function readInvalidLimit(typed: string, place: string): InvalidLimit {
  const [, number = '', percent] = /^(\d{1,15}|\d{1,3}(?:\.\d{1,6})?(?=%))(%?)$/.exec(typed) ?? [];
  if (number === '' || (percent === '%' && Number(number) > 100))
    throw new UsageError(`${place} ${typed}: expected a number of rows, or a percentage such as 5%`);
  return percent === '%' ? { percent: number } : { rows: Number(number) };
}

const COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };

export const GUARDS = inGroup('Guards', {
  'expect-count': number(COUNT, 'Refuse unless the file has N rows'),
  'min-count': number(COUNT, 'Refuse if the file has fewer rows'),
  'expect-total': amounts('Refuse unless the total is AMOUNT; repeatable'),
  'max-total': amounts('Refuse if the total is higher; repeatable'),
  'max-amount': amounts('Refuse the file if a row pays more; repeatable'),
  'max-invalid': parsed('N|P%', 'Refuse if more than N (or P%) of the rows are invalid', readInvalidLimit),
});

export const SANDBOX = inGroup('Sending', {
  sandbox: toggle('Use an embedded test service and a temporary ledger'),
});

const ANY_NUMBER = { min: 1, max: 1_000_000 };

/** Of every command that calls the service for the rows of a file. */
export const PACE = inGroup('Sending', {
  concurrency: number({ min: 1, max: 1000 }, 'Rows in progress at once', { default: '8' }),
  rate: number('positive', 'Requests a second', { default: 'no limit' }),
  'halt-after': number(ANY_NUMBER, 'Stop after N consecutive systemic failures, such as 5xx', {
    default: '5',
  }),
  timeout: number('positive', 'Seconds to wait for one response', { value: 'SECONDS', default: '30' }),
});

export const SENDING = inGroup('Sending', {
  'require-funds': toggle('Refuse if your own wallet does not cover the rows paid from it', {
    group: 'Guards',
  }),
  'no-quote': toggle('Create transfers without quoting them first'),
  'max-in-doubt': number(ANY_NUMBER, 'Stop at the Nth row in doubt of this run', { default: '10' }),
});

export const YES = inGroup('Approval and overrides', { yes: toggle('Ask no question') });

/** Of every command that writes into the ledger. */
export const TRUST = inGroup('Approval and overrides', {
  'accept-ledger': toggle('Use a refused ledger, which may lack payments: first read help recovery'),
});

export const ACCEPT = {
  ...inGroup('Approval and overrides', {
    'alike-ok': toggle('Send every possible duplicate: only after you have checked each of them'),
  }),
  ...TRUST,
};

export const ACCEPTED = inGroup('Approval and overrides', {
  accept: {
    ...list('CHECK:LINE', 'Allow what a check reports for one line, such as payeeChanged:7; repeatable'),
    read: readAccepted,
  },
});

export const LOG = inGroup('Output and monitoring', {
  quiet: toggle('Print nothing if the exit code is 0, except rows in doubt and the object of --json'),
  verbose: toggle('Print when the run starts and ends, and where in the program a defect occurred'),
  'log-format': choice(['text', 'json'], 'The format of lines on standard error', { default: 'text' }),
});

/** The config file's name where none is given. */
export const CONFIG_NAME = 'paybatch.config.json';

/** Of every command that reads settings. */
export const COMMON = {
  json: toggle('Print the result as one JSON object', { group: 'Output and monitoring' }),
  config: text('FILE', 'The config file', { default: CONFIG_NAME, group: 'Settings' }),
};

/** Of every command that opens the ledger. */
export const LEDGER = {
  ledger: text('LEDGER', 'The ledger: an absolute path, or a postgres:// address', { group: 'Settings' }),
  ...COMMON,
};

/** Of every command that records what a person found out. */
export const BY = { by: text('NAME', 'Who found it out', { default: 'the system user' }) };

/** What the wallets of a server on this machine contain. */
export const SANDBOX_BALANCE = {
  balance: amounts('What each wallet contains; repeatable', { default: '1000000' }),
};

/** The word of a command that reads one input file. */
export const ONE_FILE = { file: required(text('FILE', 'The CSV file or workbook')) };

/** The word of a command about one run, or about all. */
export const ANY_RUN = { run: text('RUN', "The run's id, its first characters, or last") };
/** The word of a command about one run. */
export const ONE_RUN = { run: required(ANY_RUN.run) };
