// config: the settings as a command would see them.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const config = command({
  name: 'config',
  does: 'print each setting, its value (secrets masked) and where it came from',
  words: {},
  flags: { ...LEDGER, ...COMMON },
  examples: [
    { line: 'config --config samples/paybatch.config.json', does: 'with a config file of another place' },
  ],
});

export type ConfigArgs = ArgsOf<typeof config>;
