// sandbox: the service on loopback.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';
import { SANDBOX_BALANCE } from '../../sandbox-balances.ts';

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
