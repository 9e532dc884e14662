// keygen: a pair of keys for somebody who approves plans.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const keygen = command({
  name: 'keygen',
  does: 'make a key to approve plans with: KEY (encrypted) and KEY.pub',
  words: {},
  flags: {
    out: {
      type: 'string',
      path: 'written',
      does: 'where the private key goes; the public one gets .pub behind its name',
    },
    ...COMMON,
  },
  examples: [
    { line: 'keygen --out ada.key', does: 'asks for a passphrase; ada.key.pub goes into the config' },
    { line: 'keygen --out ada.key --json', does: 'the public key as JSON' },
  ],
});

export type KeygenArgs = ArgsOf<typeof keygen>;
