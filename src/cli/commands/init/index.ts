// init: from nothing to a set-up that doctor has looked at.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER, TIMEOUT } from '../../flags.ts';

export const init = command({
  name: 'init',
  does: 'Write a config file without secrets, create the ledger, and run doctor',
  group: 'Tools',
  manual: 'configuration',
  words: {},
  flags: { ...LEDGER, ...TIMEOUT, ...COMMON },
  examples: [
    { line: 'init', does: 'Ask for what the environment does not say' },
    { line: 'init --config /etc/paybatch/paybatch.config.json', does: 'In another place' },
  ],
});

export type InitArgs = ArgsOf<typeof init>;
