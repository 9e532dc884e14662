// The commands of approvals as data. The work of each is in commands/.
import { type ArgsOf, command } from '../command.ts';
import { COMMON, YES } from '../flags.ts';

export const approve = command({
  name: 'approve',
  does: 'Read a plan, and sign or reject it',
  group: 'Approval',
  manual: 'approvals',
  words: { plan: { type: 'string', path: 'small', required: true, does: 'The plan' } },
  flags: {
    key: {
      type: 'string',
      path: 'small',
      value: 'KEY',
      does: 'Your private key (passphrase: PAYBATCH_KEY_PASSPHRASE, PAYBATCH_KEY_PASSPHRASE_FILE, or asked)',
    },
    reject: { type: 'boolean', does: 'Reject the plan: it can never be run, and a run in progress stops' },
    reason: { type: 'string', value: 'TEXT', does: 'The reason for the rejection' },
    ...YES,
    ...COMMON,
  },
  examples: [
    { line: 'approve friday.plan --key ada.key', does: 'Show the plan, ask, and sign it' },
    { line: 'approve friday.plan --key ada.key --reject --reason "line 7 is paid twice"', does: 'Reject it' },
  ],
});

export type ApproveArgs = ArgsOf<typeof approve>;

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
