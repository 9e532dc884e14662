// config: the settings as a command would see them.
import { type ArgsOf, command, hidden } from '../../command.ts';
import { COMMON, LEDGER, PACE, SENDING } from '../../flags.ts';

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
