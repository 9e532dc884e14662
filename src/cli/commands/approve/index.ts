// approve: reads a plan, shows it, and signs it, or says no to it.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON, YES } from '../../flags.ts';

export const approve = command({
  name: 'approve',
  does: 'read a plan and sign it, or reject it',
  words: { plan: { type: 'string', path: 'small', required: true, does: 'the plan' } },
  flags: {
    key: {
      type: 'string',
      path: 'small',
      does: 'your private key; its passphrase: PAYBATCH_KEY_PASSPHRASE(_FILE), or it is asked',
    },
    reject: { type: 'boolean', does: 'say no: the plan can never be run, and a run that is going stops' },
    reason: { type: 'string', does: 'why not' },
    ...YES,
    ...COMMON,
  },
  examples: [
    { line: 'approve friday.plan --key ada.key', does: 'shows it, asks, and signs it' },
    { line: 'approve friday.plan --key ada.key --reject --reason "line 7 is paid twice"', does: 'ends it' },
  ],
});

export type ApproveArgs = ArgsOf<typeof approve>;
