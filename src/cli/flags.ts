// Flags that several commands share, in groups. A flag of one command alone stands with that command.
import type { Flags, Words } from './command.ts';

/** Of every command that reads settings. */
export const COMMON = {
  json: { type: 'boolean', does: 'the result as JSON on standard output' },
  config: { type: 'string', path: 'small', does: 'config file (paybatch.config.json, where there is one)' },
} as const satisfies Flags;

export const LEDGER = {
  ledger: { type: 'string', path: 'ledger', does: 'the ledger: an absolute path, or a postgres:// address' },
} as const satisfies Flags;

export const YES = {
  yes: { type: 'boolean', does: 'ask no question on a terminal' },
} as const satisfies Flags;

/** What its wallets hold where the service is the embedded one. */
export const BALANCE = {
  balance: {
    type: 'amounts',
    example: 'USDC=1250.00',
    does: 'what each wallet of --sandbox holds: CUR=AMOUNT; repeatable',
  },
} as const satisfies Flags;

export const SANDBOX = {
  sandbox: { type: 'boolean', does: 'run against an embedded service with a throw-away ledger' },
} as const satisfies Flags;

/** Of every command that calls the service. */
export const TIMEOUT = {
  timeout: { type: 'number', does: 'seconds to wait for one answer (30)' },
} as const satisfies Flags;

export const PACE = {
  concurrency: { type: 'integer', min: 1, max: 1000, does: 'rows in progress at once (8)' },
  rate: { type: 'number', does: 'at most this many requests a second (no limit)' },
  'halt-after': {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    does: 'stop after this many systemic failures in a row (5)',
  },
  ...TIMEOUT,
} as const satisfies Flags;

/** Of every command that reads CSV files of any header. */
export const CSV = {
  delimiter: { type: 'string', does: '"," ";" or "\\t"; detected without it' },
  map: { type: 'string', path: 'small', does: 'JSON file: their header -> our field' },
} as const satisfies Flags;

export const KIND = {
  kind: {
    type: 'choice',
    of: ['payouts', 'customers'],
    does: 'what the file holds (recognised by its header)',
  },
} as const satisfies Flags;

export const BATCH = {
  'batch-id': {
    type: 'string',
    does: "name of the batch (SHA-256 of the file's bytes; of a workbook with several sheets, with the sheet)",
  },
} as const satisfies Flags;

export const SHEET = {
  sheet: { type: 'string', does: 'name of the sheet of a workbook (the only one that is not hidden)' },
} as const satisfies Flags;

/** Of every command that reads an input file and its documents. */
export const INPUT = {
  ...CSV,
  ...SHEET,
  'use-developer-funds': {
    type: 'boolean',
    does: "fund rows whose own column is empty from the developer's wallet",
  },
  'documents-dir': { type: 'string', path: 'folder', does: "folder of the documents (the input's folder)" },
  ...BATCH,
} as const satisfies Flags;

export const QUIET = {
  quiet: { type: 'boolean', does: 'say nothing unless there is trouble (--json is printed all the same)' },
} as const satisfies Flags;

export const LOG = {
  verbose: { type: 'boolean', does: 'log more' },
  'log-format': { type: 'choice', of: ['text', 'json'], does: 'form of the lines on standard error' },
} as const satisfies Flags;

/** Of every command that creates something. */
export const SENDING = {
  'max-in-doubt': {
    type: 'integer',
    min: 1,
    max: 1_000_000,
    does: 'stop once this many rows of this run are in doubt (10)',
  },
} as const satisfies Flags;

/** Of every command that writes into the ledger. */
export const TRUST = {
  'accept-ledger': {
    type: 'boolean',
    does: 'go on with a ledger that is older, another one or badly placed; this is recorded',
  },
} as const satisfies Flags;

export const ACCEPT = {
  'alike-ok': {
    type: 'boolean',
    does: 'go ahead although something looks like a payment or customer made before',
  },
  ...TRUST,
} as const satisfies Flags;

/** The word of a command that is about one run. */
export const ONE_RUN = {
  run: {
    type: 'string',
    required: true,
    values: 'runs',
    does: "the run's id, a unique beginning of it, or last",
  },
} as const satisfies Words;

/** Of every command that records a person's word. */
export const WORD = {
  by: { type: 'string', does: "who says so (the system's user)" },
} as const satisfies Flags;
