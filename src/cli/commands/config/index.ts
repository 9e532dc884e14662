// config: the settings as a command would see them.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, PACE, SENDING } from '../../flags.ts';

/** As run takes them. */
const ADDRESSES = {
  notify: { type: 'string', does: 'address that is told how a run ended' },
  ping: { type: 'string', does: 'address of a dead-man switch' },
} as const;

export const config = command({
  name: 'config',
  does: 'print each setting, its value (secrets masked) and where it came from',
  words: {},
  flags: { ...LEDGER, ...PACE, ...SENDING, ...ADDRESSES, ...COMMON },
  examples: [
    { line: 'config', does: 'every setting, its value, and where it came from' },
    { line: 'config --config samples/paybatch.config.json', does: 'with a config file of another place' },
  ],
});

export type ConfigArgs = ArgsOf<typeof config>;
