// Every flag, once: help, parsing and the README's table are made from this.

export interface Flag {
  readonly type: 'boolean' | 'string' | 'list';
  readonly does: string;
}

export const FLAGS = {
  kind: { type: 'string', does: 'payouts or customers; told by the header without it' },
  'dry-run': { type: 'boolean', does: 'check only: no network, no ledger' },
  results: { type: 'string', does: 'where the results go (payouts.csv gives payouts.results.csv)' },
  ledger: { type: 'string', does: 'the ledger file' },
  concurrency: { type: 'string', does: 'rows at work at a time (8)' },
  rate: { type: 'string', does: 'requests a second at the most (no limit)' },
  'no-quote': { type: 'boolean', does: 'create transfers without a quote before' },
  'use-developer-funds': {
    type: 'boolean',
    does: "fund rows whose own column is empty from the developer's wallet",
  },
  'documents-dir': { type: 'string', does: "folder of the documents (the input's folder)" },
  'batch-id': { type: 'string', does: "name of the batch (SHA-256 of the file's bytes)" },
  'expect-count': { type: 'string', does: 'refuse unless the file has this many rows' },
  'expect-total': { type: 'list', does: 'refuse unless the total is CUR=AMOUNT; repeatable' },
  'max-amount': { type: 'list', does: 'refuse if a row pays more than CUR=AMOUNT; repeatable' },
  'max-total': { type: 'list', does: 'refuse if the total is above CUR=AMOUNT; repeatable' },
  'require-funds': {
    type: 'boolean',
    does: "refuse unless the developer's balance covers the rows that it funds",
  },
  funds: { type: 'boolean', does: 'check: also ask the service what the file needs and what is there' },
  'halt-after': { type: 'string', does: 'stop after this many systemic failures in a row (5)' },
  timeout: { type: 'string', does: 'seconds to wait for one answer (30)' },
  delimiter: { type: 'string', does: '"," ";" or "\\t"; detected without it' },
  map: { type: 'string', does: 'JSON file: their header -> our field' },
  sandbox: { type: 'boolean', does: 'run against an embedded service with a throw-away ledger' },
  yes: { type: 'boolean', does: 'ask no question on a terminal' },
  json: { type: 'boolean', does: 'the result as JSON on standard output' },
  config: { type: 'string', does: 'config file (paybatch.config.json, where there is one)' },
  verbose: { type: 'boolean', does: 'log more' },
  'log-format': { type: 'string', does: 'text or json' },
  data: { type: 'string', does: 'the body as JSON, @FILE, or - for standard input' },
  set: { type: 'list', does: 'PATH=VALUE: a field of the body, or a parameter of the path; repeatable' },
  file: { type: 'string', does: 'the file to upload (as fileBlob)' },
  'json-schema': { type: 'string', does: 'transfer, transferQuote, transferDocument, customer or token' },
  format: { type: 'string', does: 'text, json, sarif, github, csv or markdown' },
  'as-of': { type: 'string', does: 'the day it is (today)' },
  cutoff: { type: 'string', does: "the last day of the earlier forms (30 October of the profile's year)" },
  fix: { type: 'boolean', does: 'apply the safe fixes (current-tenant paths)' },
  'fix-dry-run': { type: 'boolean', does: 'show what --fix would change' },
  'fail-on': { type: 'string', does: 'error, warning (default) or never' },
  baseline: { type: 'string', does: 'findings that are known and left for later' },
  'write-baseline': { type: 'string', does: 'write all findings to this file as known' },
  'min-confidence': { type: 'string', does: 'high, medium (default) or low' },
  explain: { type: 'boolean', does: 'say why each finding was made' },
  rules: { type: 'boolean', does: 'list the rules' },
  'stdin-filename': { type: 'string', does: 'the name of what stands on standard input ("-")' },
  observed: { type: 'list', does: 'HAR or access log: how often each deprecated call was seen; repeatable' },
  out: { type: 'string', does: 'folder for what is written (needed)' },
  'amount-is-receiver-amount': {
    type: 'boolean',
    does: 'amount already is the amount in the destination currency: it becomes receiverAmount',
  },
  'accept-suggestions': { type: 'boolean', does: 'take the suggestions of the todo file over' },
  to: { type: 'string', does: 'address of the service' },
  todo: { type: 'string', does: 'a todo file with its answers filled in: they are merged' },
  check: { type: 'boolean', does: 'say what would change, and write nothing' },
  status: { type: 'string', does: 'only rows with this status' },
  line: { type: 'string', does: 'the row by its line in the run' },
  reference: { type: 'string', does: 'the row by its reference; with api: your own key for what is created' },
  as: { type: 'string', does: 'created or not-created' },
  'transfer-id': { type: 'string', does: "the service's id of the transfer (with --as created)" },
  'customer-id': { type: 'string', does: "the service's id of the customer (with --as created)" },
  reason: { type: 'string', does: 'how you know: kept in the ledger' },
  port: { type: 'string', does: 'port on 127.0.0.1 (a free one)' },
  seed: { type: 'string', does: 'seed of ids, prices and chance (1)' },
  clock: { type: 'string', does: 'date or time at which the service believes to start' },
  balance: { type: 'string', does: 'balance of each wallet at the start (1000000)' },
  'token-lifetime': { type: 'string', does: 'seconds that a token lives (3600)' },
  'idempotency-header': { type: 'string', does: 'honour this header as an idempotency key' },
  fault: { type: 'list', does: 'KIND[@OPERATION][:key=value,...]; repeatable' },
} as const satisfies Record<string, Flag>;
export type FlagName = keyof typeof FLAGS;

export const RUN_FLAGS: readonly FlagName[] = [
  'kind',
  'dry-run',
  'results',
  'ledger',
  'concurrency',
  'rate',
  'no-quote',
  'use-developer-funds',
  'documents-dir',
  'batch-id',
  'expect-count',
  'expect-total',
  'max-amount',
  'max-total',
  'require-funds',
  'funds',
  'halt-after',
  'timeout',
  'delimiter',
  'map',
  'sandbox',
  'yes',
  'json',
  'config',
  'verbose',
  'log-format',
];

/** The flags of `funds`. */
export const FUNDS_FLAGS: readonly FlagName[] = [
  'ledger',
  'concurrency',
  'rate',
  'use-developer-funds',
  'documents-dir',
  'batch-id',
  'halt-after',
  'timeout',
  'delimiter',
  'map',
  'sandbox',
  'json',
  'config',
  'verbose',
  'log-format',
];

/** The flags of `lint`. */
export const LINT_FLAGS: readonly FlagName[] = [
  'format',
  'as-of',
  'cutoff',
  'fail-on',
  'min-confidence',
  'explain',
  'fix',
  'fix-dry-run',
  'baseline',
  'write-baseline',
  'observed',
  'map',
  'stdin-filename',
  'rules',
  'json',
  'config',
];

/** The flags of `migrate`. */
export const MIGRATE_FLAGS: readonly FlagName[] = [
  'out',
  'kind',
  'amount-is-receiver-amount',
  'accept-suggestions',
  'todo',
  'check',
  'map',
  'delimiter',
  'json',
  'config',
];

export const EXAMPLES = `Examples:
  paybatch check payouts.csv                 say everything that is wrong with a file; send nothing
  paybatch run payouts.csv --sandbox         the whole run against an embedded service
  paybatch run payouts.csv --expect-count 120 --max-amount GBP=25000 --yes
                                             the nightly run, guarded
  paybatch lint .                            every use in data and code of what ends on 30 October
  paybatch status                            what ran, and how it ended
  paybatch resolve RUN --line 7 --as created --transfer-id ID --reason "seen on the statement"
                                             settle a row in doubt
`;
