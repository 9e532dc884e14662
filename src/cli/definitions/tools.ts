// Tools.
import { type ArgsOf, command } from '../command.ts';
import { choice, list, number, parsed, required, text } from '../flag.ts';
import { ACCEPT, batchIdOf, COMMON, LEDGER, PACE, SANDBOX, SANDBOX_BALANCE, YES } from '../flags.ts';

export const init = command({
  name: 'init',
  does: 'Write a config file without secrets, create the ledger, and run doctor',
  manual: 'configuration',
  flags: { ...LEDGER, timeout: PACE.timeout },
  examples: {
    init: 'Ask for the values that are not in the environment',
    'init --config /etc/paybatch/paybatch.config.json': 'In another place',
  },
});

export const config = command({
  name: 'config',
  does: 'Print each setting, its value (secrets masked) and its source',
  manual: 'configuration',
  flags: LEDGER,
  examples: {
    config: 'Every setting',
    'config --config samples/paybatch.config.json': 'With another config file',
  },
});

export const doctor = command({
  name: 'doctor',
  does: 'Check settings, service, credentials, clock, ledger and disk; create and pay nothing',
  manual: 'configuration',
  flags: { ...LEDGER, timeout: PACE.timeout },
  examples: {
    doctor: 'Before the first run, and when a run went wrong',
    'doctor --json': 'For a program: exit code 0 without a fault, 1 with a fault',
  },
});

export const selftest = command({
  name: 'selftest',
  does: 'Start test runs against the test service, kill them, and count what was sent twice',
  manual: 'ledger-safety',
  flags: { kills: number({ min: 1, max: 100000 }, 'How many runs to kill', { default: '200' }), ...LEDGER },
  examples: {
    selftest: 'In a separate folder: real runs and their ledger are not touched',
    'selftest --kills 1000 --json': 'The figures as JSON',
  },
});

export const sandbox = command({
  name: 'sandbox',
  does: 'Start the test service on this machine, with simulated faults and a settable clock',
  manual: 'test-service',
  flags: {
    port: number({ min: 0, max: 65535 }, 'The port on 127.0.0.1', { default: 'a free one' }),
    seed: number({ min: 0, max: 2147483648 }, 'The seed of ids, prices and random faults', { default: '1' }),
    clock: text('DATE', 'The time at which the service starts', { default: 'now' }),
    ...SANDBOX_BALANCE,
    fault: list('SPEC', 'A fault: KIND[@OPERATION][:key=value,...]; repeatable'),
    ...COMMON,
  },
  examples: {
    'sandbox --port 4010': 'Until Ctrl-C',
    'sandbox --fault 500-after@createTransfer:first=1': 'Make the first transfer, and respond with 500',
  },
});

export const api = command({
  name: 'api',
  does: 'Call one operation of the service, or list the operations',
  manual: 'single-calls',
  words: { operation: text('OPERATION', 'An operation, such as getDeveloperBalances') },
  flags: {
    data: text('JSON', 'The body: JSON, or - for standard input'),
    set: list('PATH=VALUE', 'A field of the body, or a parameter of the path; repeatable'),
    file: text('FILE', 'The file to upload; for other operations, the body as JSON'),
    reference: text('TEXT', 'Your reference for the payment or the customer'),
    'batch-id': parsed('ID', 'The batch that the call belongs to', batchIdOf),
    ...YES,
    ...ACCEPT,
    ...SANDBOX,
    timeout: PACE.timeout,
    ...LEDGER,
  },
  sends: true,
  examples: {
    'api getDeveloperBalances --sandbox': 'Call the embedded test service',
    'api uploadTransferDocument --file samples/documents/invoice-1041.pdf --sandbox': 'Upload a file',
  },
});

export const spec = command({
  name: 'spec',
  does: 'Print the interface as OpenAPI 3.1, or one JSON Schema',
  manual: 'library-use',
  flags: {
    'json-schema': choice(['config', 'profile'], 'The schema of a config file, or of an import profile'),
    config: COMMON.config,
  },
  examples: {
    spec: 'The whole interface',
    'spec --json-schema profile': 'What an import profile may contain, for an editor',
  },
});

export const completion = command({
  name: 'completion',
  does: 'Print a completion script for bash, zsh or fish',
  manual: 'configuration',
  words: { shell: required(choice(['bash', 'zsh', 'fish'], 'The shell', { value: 'SHELL' })) },
  examples: {
    'completion zsh >> ~/.zshrc': 'For every new shell',
    'completion fish > ~/.config/fish/completions/paybatch.fish': 'For fish',
  },
});

export const help = command({
  name: 'help',
  does: 'List commands and topics, or print a page of the manual',
  words: { topic: list('TOPIC', 'A topic of the manual, or a command') },
  examples: { 'help in-doubt': 'A page of the manual', 'help run': 'The flags of a command' },
});

export type InitArgs = ArgsOf<typeof init>;
export type ConfigArgs = ArgsOf<typeof config>;
export type DoctorArgs = ArgsOf<typeof doctor>;
export type SelftestArgs = ArgsOf<typeof selftest>;
export type SandboxArgs = ArgsOf<typeof sandbox>;
export type ApiArgs = ArgsOf<typeof api>;
export type SpecArgs = ArgsOf<typeof spec>;
export type CompletionArgs = ArgsOf<typeof completion>;
