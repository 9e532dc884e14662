// ledger: the file that remembers what was sent: made on purpose, looked at, never edited.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, LEDGER } from '../../flags.ts';

export const ledger = command({
  name: 'ledger',
  does: 'make the ledger (init), or say which one it is and what it holds (show)',
  words: { action: { type: 'choice', of: ['init', 'show'], required: true, does: 'what to do' } },
  flags: {
    ...LEDGER,
    'accept-ledger': {
      type: 'boolean',
      does: 'init: make a new one although a mark says that there was one; this is recorded',
    },
    ...COMMON,
  },
  examples: [
    { line: 'ledger init', does: 'once for each machine, before the first payout' },
    { line: 'ledger show', does: 'path, id, last sequence number, environments, counts' },
  ],
});

export type LedgerArgs = ArgsOf<typeof ledger>;
