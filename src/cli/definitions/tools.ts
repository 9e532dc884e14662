// The tools as data, but for init and doctor.
import { type ArgsOf, command, hidden } from '../command.ts';
import {
  ACCEPT,
  BALANCE,
  COMMON,
  INPUT,
  LEDGER,
  LOG,
  PACE,
  SANDBOX,
  SENDING,
  TIMEOUT,
  YES,
} from '../flags.ts';
import { SANDBOX_BALANCE } from '../test-service.ts';

export const funds = command({
  name: 'funds',
  does: 'Show what a file needs from each wallet, what is there, and where to send what is missing',
  group: 'Pay',
  manual: 'funding',
  hidden: true,
  words: { file: { type: 'string', path: 'file', required: true, does: 'The CSV file' } },
  flags: { ...INPUT, ...PACE, ...SANDBOX, ...BALANCE, ...LOG, ...LEDGER, ...COMMON },
  sends: true,
  examples: [
    { line: 'funds samples/payouts.csv --sandbox', does: 'With the embedded test service' },
    { line: 'funds samples/payouts.csv --sandbox --json', does: 'For a program' },
  ],
});

export type FundsArgs = ArgsOf<typeof funds>;

/** Settings that are flags of `run`, so that a command line can be tried here. */
const OF_RUN = {
  notify: { type: 'string', does: 'Address for notifications' },
  ping: { type: 'string', does: 'Address of a dead man’s switch' },
  ...PACE,
  ...SENDING,
} as const;

export const config = command({
  name: 'config',
  does: 'Print each setting, its value (secrets masked) and its source',
  group: 'Tools',
  manual: 'configuration',
  words: {},
  flags: { ...hidden(OF_RUN), ...LEDGER, ...COMMON },
  examples: [
    { line: 'config', does: 'Every setting' },
    { line: 'config --config samples/paybatch.config.json', does: 'With another config file' },
  ],
});

export type ConfigArgs = ArgsOf<typeof config>;

export const selftest = command({
  name: 'selftest',
  does: 'Kill runs at every step on this machine, and count what was sent twice',
  group: 'Tools',
  manual: 'ledger-safety',
  words: {},
  flags: {
    kills: { type: 'integer', min: 1, max: 100_000, does: 'How many runs to kill', default: '200' },
    ...LEDGER,
    ...COMMON,
  },
  examples: [
    { line: 'selftest', does: 'In a folder beside the ledger, which it does not touch' },
    { line: 'selftest --kills 1000 --json', does: 'The figures as JSON' },
  ],
});

export type SelftestArgs = ArgsOf<typeof selftest>;

export const sandbox = command({
  name: 'sandbox',
  does: 'Serve the whole interface on this machine, with faults and a clock',
  group: 'Tools',
  manual: 'test-service',
  words: {},
  flags: {
    port: { type: 'integer', min: 0, max: 65_535, does: 'The port on 127.0.0.1', default: 'a free one' },
    seed: { type: 'integer', min: 0, max: 2 ** 31, does: 'The seed of ids, prices and chance', default: '1' },
    clock: { type: 'string', value: 'DATE', does: 'The time at which the service starts', default: 'now' },
    balance: SANDBOX_BALANCE,
    'token-lifetime': {
      type: 'integer',
      min: 0,
      max: 1e9,
      value: 'SECONDS',
      does: 'How long a token is valid',
      default: '3600',
    },
    'idempotency-header': { type: 'string', value: 'NAME', does: 'Honour this header as an idempotency key' },
    fault: { type: 'list', value: 'SPEC', does: 'A fault: KIND[@OPERATION][:key=value,...]; repeatable' },
    ...COMMON,
  },
  examples: [
    { line: 'sandbox --port 4010', does: 'Until Ctrl-C' },
    {
      line: 'sandbox --fault 500-after@createTransfer:first=1',
      does: 'Make the first transfer, and respond with 500',
    },
  ],
});

export type SandboxArgs = ArgsOf<typeof sandbox>;

export const api = command({
  name: 'api',
  does: 'Call one operation of the service, or list the operations',
  group: 'Tools',
  manual: 'single-calls',
  words: {
    operation: {
      type: 'string',
      required: false,
      values: 'operations',
      does: 'An operation, such as getDeveloperBalances',
    },
  },
  flags: {
    data: {
      type: 'string',
      path: '@small',
      value: 'JSON',
      does: 'The body: JSON, @FILE, or - for standard input',
    },
    set: {
      type: 'list',
      value: 'PATH=VALUE',
      does: 'A field of the body, or a parameter of the path; repeatable',
    },
    file: { type: 'string', path: 'file', value: 'FILE', does: 'The file to upload' },
    reference: { type: 'string', value: 'TEXT', does: 'Your own key for what is created' },
    'batch-id': { type: 'string', value: 'ID', does: 'The batch that it belongs to' },
    ...YES,
    ...ACCEPT,
    ...SANDBOX,
    ...TIMEOUT,
    ...LEDGER,
    ...COMMON,
  },
  sends: true,
  examples: [
    { line: 'api getDeveloperBalances --sandbox', does: 'Call the embedded test service' },
    {
      line: 'api uploadTransferDocument --file samples/documents/invoice-1041.pdf --sandbox',
      does: 'Upload a file',
    },
  ],
});

export type ApiArgs = ArgsOf<typeof api>;

export const spec = command({
  name: 'spec',
  does: 'Print the interface as OpenAPI 3.1, or one JSON Schema',
  group: 'Tools',
  manual: 'library-use',
  words: {},
  flags: {
    'json-schema': {
      type: 'choice',
      of: ['transfer', 'transferQuote', 'transferDocument', 'customer', 'token', 'config', 'profile'],
      value: 'NAME',
      does: 'The schema of one body, of the config file, or of an import profile',
    },
    config: COMMON.config,
  },
  examples: [
    { line: 'spec', does: 'The whole interface' },
    { line: 'spec --json-schema profile', does: 'What an import profile may contain, for an editor' },
  ],
});

export type SpecArgs = ArgsOf<typeof spec>;

export const completion = command({
  name: 'completion',
  does: 'Print a completion script for bash, zsh or fish',
  group: 'Tools',
  manual: 'configuration',
  words: {
    shell: {
      type: 'choice',
      of: ['bash', 'zsh', 'fish'],
      required: false,
      does: 'The shell (default: the one in SHELL)',
    },
  },
  flags: {},
  examples: [
    { line: 'completion zsh >> ~/.zshrc', does: 'For every new shell' },
    { line: 'completion fish > ~/.config/fish/completions/paybatch.fish', does: 'For fish' },
  ],
});

export type CompletionArgs = ArgsOf<typeof completion>;

export const help = command({
  name: 'help',
  does: 'List commands and topics, or print a page of the manual',
  group: 'Tools',
  words: { topic: { type: 'list', values: 'topics', does: 'A topic of the manual, or a command' } },
  flags: {},
  examples: [
    { line: 'help in-doubt', does: 'A page of the manual' },
    { line: 'help run', does: 'The flags of a command' },
  ],
});

export type HelpArgs = ArgsOf<typeof help>;
