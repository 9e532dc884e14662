// keygen: a pair of keys for somebody who approves plans.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const keygen = command({
  name: 'keygen',
  does: 'Make a key for approving plans: KEY (encrypted) and KEY.pub',
  group: 'Approval',
  manual: 'approvals',
  words: {},
  flags: {
    out: { type: 'string', path: 'written', value: 'KEY', does: 'Where the private key goes (required)' },
    ...COMMON,
  },
  examples: [
    { line: 'keygen --out ada.key', does: 'Ask for a passphrase; ada.key.pub goes into the config' },
    { line: 'keygen --out ada.key --json', does: 'Print the public key as JSON' },
  ],
});

export type KeygenArgs = ArgsOf<typeof keygen>;
