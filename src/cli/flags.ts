// Flags that several commands share. A flag of one command alone is defined with that command.
import type { Flags, Words } from './command.ts';

/** Of every command that reads settings. */
export const COMMON = {
  json: { type: 'boolean', does: 'Print the result as one JSON object', group: 'Output and monitoring' },
  config: {
    type: 'string',
    path: 'small',
    value: 'FILE',
    does: 'The config file',
    default: 'paybatch.config.json, if there is one',
    group: 'Settings',
  },
} as const satisfies Flags;

export const LEDGER = {
  ledger: {
    type: 'string',
    path: 'ledger',
    value: 'LEDGER',
    does: 'The ledger: an absolute path, or a postgres:// address',
    group: 'Settings',
  },
} as const satisfies Flags;

export const YES = {
  yes: { type: 'boolean', does: 'Ask no question', group: 'Approval and overrides' },
} as const satisfies Flags;

/** What the wallets of the embedded service contain. */
export const BALANCE = {
  balance: {
    type: 'amounts',
    example: 'USDC=1250.00',
    does: 'What each wallet of --sandbox contains; repeatable',
    group: 'Sending',
  },
} as const satisfies Flags;

export const SANDBOX = {
  sandbox: {
    type: 'boolean',
    does: 'Use an embedded test service and a ledger that is thrown away',
    group: 'Sending',
  },
} as const satisfies Flags;

/** Of every command that calls the service. */
export const TIMEOUT = {
  timeout: {
    type: 'number',
    value: 'SECONDS',
    does: 'Seconds to wait for one response',
    default: '30',
    group: 'Sending',
  },
} as const satisfies Flags;

export const PACE = {
  concurrency: {
    type: 'integer',
    min: 1,
    max: 1000,
    does: 'Rows in progress at once',
    default: '8',
    group: 'Sending',
  },
  rate: { type: 'number', does: 'Requests a second', default: 'no limit', group: 'Sending' },
  'halt-after': {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    does: 'Stop after N systemic failures in a row',
    default: '5',
    group: 'Sending',
  },
  ...TIMEOUT,
} as const satisfies Flags;

/** Of every command that reads CSV files with other headers. */
export const CSV = {
  delimiter: {
    type: 'string',
    value: 'C',
    does: 'The delimiter: "," ";" or "\\t"',
    default: 'detected',
    group: 'Input',
  },
  map: {
    type: 'string',
    path: 'small',
    value: 'FILE',
    does: 'Import profile: a JSON file from their headers to our columns',
    group: 'Input',
  },
} as const satisfies Flags;

export const KIND = {
  kind: {
    type: 'choice',
    of: ['payouts', 'customers'],
    does: 'What the file contains',
    default: 'detected from the header',
    group: 'Input',
  },
} as const satisfies Flags;

export const BATCH = {
  'batch-id': {
    type: 'string',
    value: 'ID',
    does: 'The name of the batch',
    default: 'SHA-256 of the file, with the sheet of a workbook',
    group: 'Input',
  },
} as const satisfies Flags;

export const SHEET = {
  sheet: {
    type: 'string',
    value: 'NAME',
    does: 'The sheet of a workbook',
    default: 'the only visible one',
    group: 'Input',
  },
} as const satisfies Flags;

/** Of every command that reads an input file and its documents. */
export const INPUT = {
  ...CSV,
  ...SHEET,
  'use-developer-funds': {
    type: 'boolean',
    does: "Fund rows whose own column is empty from the developer's wallet",
    group: 'Input',
  },
  'documents-dir': {
    type: 'string',
    path: 'folder',
    value: 'DIR',
    does: 'The folder of the documents',
    default: "the input's folder",
    group: 'Input',
  },
  ...BATCH,
} as const satisfies Flags;

export const QUIET = {
  quiet: {
    type: 'boolean',
    does: 'Print nothing if the exit code is 0, warnings included (--json is still printed)',
    group: 'Output and monitoring',
  },
} as const satisfies Flags;

export const LOG = {
  verbose: { type: 'boolean', does: 'Log every request', group: 'Output and monitoring' },
  'log-format': {
    type: 'choice',
    of: ['text', 'json'],
    does: 'The form of lines on standard error',
    default: 'text',
    group: 'Output and monitoring',
  },
} as const satisfies Flags;

/** Of every command that creates something. */
export const SENDING = {
  'max-in-doubt': {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    does: 'Stop at the Nth row in doubt of this run',
    default: '10',
    group: 'Sending',
  },
} as const satisfies Flags;

/** Of every command that writes into the ledger. */
export const TRUST = {
  'accept-ledger': {
    type: 'boolean',
    does: 'Continue with a ledger that is older, another one, or badly placed. This is recorded',
    group: 'Approval and overrides',
  },
} as const satisfies Flags;

export const ACCEPT = {
  'alike-ok': {
    type: 'boolean',
    does: 'Send possible duplicates as well',
    group: 'Approval and overrides',
  },
  ...TRUST,
} as const satisfies Flags;

/** The argument of a command about one run. */
export const ONE_RUN = {
  run: {
    type: 'string',
    required: true,
    values: 'runs',
    does: "The run's id, a unique prefix of it, or last",
  },
} as const satisfies Words;

/** Of every command that records what a person found out. */
export const WORD = {
  by: {
    type: 'string',
    value: 'NAME',
    does: 'Who found it out',
    default: 'the system user',
    group: 'Flags',
  },
} as const satisfies Flags;
