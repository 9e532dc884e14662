// Flags that several commands share, by the group that help shows them in. A flag of one command is defined with that command.
import { type Flags, inGroup, type Words } from './command.ts';

export const CSV = inGroup('Input', {
  delimiter: { type: 'string', value: 'C', does: 'The delimiter: "," ";" or "\\t"', default: 'detected' },
  map: {
    type: 'string',
    value: 'FILE',
    does: 'Import profile: a JSON file from their headers to our columns',
  },
});

export const KIND = inGroup('Input', {
  kind: {
    type: 'choice',
    of: ['payouts', 'customers'],
    does: 'What the file contains',
    default: 'detected from the header',
  },
});

export const BATCH = inGroup('Input', {
  'batch-id': {
    type: 'string',
    value: 'ID',
    does: 'The name of the batch',
    default: 'SHA-256 of the file, with the sheet of a workbook',
  },
});

export const SHEET = inGroup('Input', {
  sheet: {
    type: 'string',
    value: 'NAME',
    does: 'The sheet of a workbook',
    default: 'the only visible one',
  },
});

/** Of every command that reads an input file and its documents. */
export const INPUT = {
  ...CSV,
  ...SHEET,
  ...inGroup('Input', {
    'use-developer-funds': {
      type: 'boolean',
      does: "Fund rows whose own column is empty from the developer's wallet",
    },
    'documents-dir': {
      type: 'string',
      value: 'DIR',
      does: 'The folder of the documents',
      default: "the input's folder",
    },
  }),
  ...BATCH,
} as const satisfies Flags;

const count = { type: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER } as const;
export const GUARDS = inGroup('Guards', {
  'expect-count': { ...count, does: 'Refuse unless the file has N rows' },
  'min-count': { ...count, does: 'Refuse if the file has fewer rows' },
  'expect-total': { type: 'amounts', does: 'Refuse any other total; repeatable' },
  'max-total': { type: 'amounts', does: 'Refuse a higher total; repeatable' },
  'max-amount': { type: 'amounts', does: 'Refuse a row that pays more; repeatable' },
  'max-invalid': { type: 'string', value: 'N|P%', does: 'Refuse if more rows are invalid' },
});

export const REQUIRE_FUNDS = inGroup('Guards', {
  'require-funds': {
    type: 'boolean',
    does: "Refuse unless the developer's balance covers the rows that it funds",
  },
});

export const SANDBOX = inGroup('Sending', {
  sandbox: { type: 'boolean', does: 'Use an embedded test service and a ledger that is thrown away' },
});

export const BALANCE = inGroup('Sending', {
  balance: { type: 'amounts', does: 'What each wallet of --sandbox contains; repeatable' },
});

/** Of every command that calls the service. */
export const TIMEOUT = inGroup('Sending', {
  timeout: { type: 'number', value: 'SECONDS', does: 'Seconds to wait for one response', default: '30' },
});

export const PACE = {
  ...inGroup('Sending', {
    concurrency: { type: 'integer', min: 1, max: 1000, does: 'Rows in progress at once', default: '8' },
    rate: { type: 'number', does: 'Requests a second', default: 'no limit' },
    'halt-after': {
      type: 'integer',
      min: 1,
      max: 1_000_000,
      does: 'Stop after N systemic failures in a row',
      default: '5',
    },
  }),
  ...TIMEOUT,
} as const satisfies Flags;

export const SENDING = inGroup('Sending', {
  'max-in-doubt': {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    does: 'Stop at the Nth row in doubt of this run',
    default: '10',
  },
});

export const NO_QUOTE = inGroup('Sending', {
  'no-quote': { type: 'boolean', does: 'Create transfers without quoting them first' },
});

export const YES = inGroup('Approval and overrides', {
  yes: { type: 'boolean', does: 'Ask no question' },
});

/** Of every command that writes into the ledger. */
export const TRUST = inGroup('Approval and overrides', {
  'accept-ledger': {
    type: 'boolean',
    does: 'Continue with a ledger that is older, another one, or badly placed. This is recorded',
  },
});

export const ACCEPT = {
  ...inGroup('Approval and overrides', {
    'alike-ok': { type: 'boolean', does: 'Send possible duplicates as well' },
  }),
  ...TRUST,
} as const satisfies Flags;

export const ACCEPTED = inGroup('Approval and overrides', {
  accept: {
    type: 'list',
    value: 'CHECK:LINE',
    does: "Accept one row's deviation from earlier payments (payeeChanged:7); repeatable",
  },
});

export const QUIET = inGroup('Output and monitoring', {
  quiet: {
    type: 'boolean',
    does: 'Print nothing if the exit code is 0, warnings included (--json is still printed)',
  },
});

export const LOG = inGroup('Output and monitoring', {
  verbose: { type: 'boolean', does: 'Log every request' },
  'log-format': {
    type: 'choice',
    of: ['text', 'json'],
    does: 'The form of lines on standard error',
    default: 'text',
  },
});

export const LEDGER = inGroup('Settings', {
  ledger: {
    type: 'string',
    value: 'LEDGER',
    does: 'The ledger: an absolute path, or a postgres:// address',
  },
});

/** Of every command that reads settings. */
export const COMMON = {
  ...inGroup('Output and monitoring', {
    json: { type: 'boolean', does: 'Print the result as one JSON object' },
  }),
  ...inGroup('Settings', {
    config: {
      type: 'string',
      value: 'FILE',
      does: 'The config file',
      default: 'paybatch.config.json, if there is one',
    },
  }),
} as const satisfies Flags;

/** The argument of a command that reads one input file. */
export const ONE_FILE = {
  file: { type: 'string', required: true, does: 'The CSV file' },
} as const satisfies Words;

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
export const BY = {
  by: { type: 'string', value: 'NAME', does: 'Who found it out', default: 'the system user' },
} as const satisfies Flags;

/** What the wallets of a server on this machine contain. */
export const SANDBOX_BALANCE = {
  balance: { type: 'amounts', does: 'What each wallet contains; repeatable', default: '1000000' },
} as const satisfies Flags;
