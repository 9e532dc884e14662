// sandbox: the service on loopback.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const sandbox = command({
  name: 'sandbox',
  does: 'serve the whole interface on loopback, with faults and a clock',
  words: {},
  flags: {
    port: { type: 'integer', min: 0, max: 65_535, does: 'port on 127.0.0.1 (a free one)' },
    seed: { type: 'integer', min: 0, max: 2 ** 31, does: 'seed of ids, prices and chance (1)' },
    clock: { type: 'string', does: 'date or time at which the service believes to start' },
    balance: { type: 'string', does: 'balance of each wallet at the start (1000000)' },
    'token-lifetime': { type: 'integer', min: 0, max: 1e9, does: 'seconds that a token lives (3600)' },
    'idempotency-header': { type: 'string', does: 'honour this header as an idempotency key' },
    fault: { type: 'list', does: 'KIND[@OPERATION][:key=value,...]; repeatable' },
    ...COMMON,
  },
  examples: [
    { line: 'sandbox --port 4010', does: 'until Ctrl-C' },
    {
      line: 'sandbox --fault 500-after@createTransfer:first=1',
      does: 'the first transfer is made and answered with 500',
    },
  ],
});

export type SandboxArgs = ArgsOf<typeof sandbox>;
