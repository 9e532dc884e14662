// Commands that freeze a batch, so that another person can approve exactly that.
import { type ArgsOf, command } from '../command.ts';
import { hidden, required, text, toggle } from '../flag.ts';
import {
  ACCEPT,
  ACCEPTED,
  COMMON,
  GUARDS,
  INPUT,
  LEDGER,
  LOG,
  ONE_FILE,
  PACE,
  SENDING,
  YES,
} from '../flags.ts';

const ONE_PLAN = { plan: required(text('PLAN', 'The plan')) };
const OF_PLANS = { manual: 'approvals' };

export const plan = command({
  ...OF_PLANS,
  name: 'plan',
  does: 'Write a plan for approval: the exact rows of a file, their totals and quoted cost',
  words: ONE_FILE,
  flags: {
    out: required(text('PLAN', 'Where the plan goes')),
    by: text('NAME', 'Who makes the plan, and so cannot approve it', { default: 'the system user' }),
    expires: text('TIME', 'How long the plan is valid: 90m, 24h, 2d', { default: '24h' }),
    'max-drift': text('P%', 'The highest cost above the plan, for a row and the total', { default: '0.5%' }),
    ...INPUT,
    ...GUARDS,
    'max-invalid': { ...GUARDS['max-invalid'], does: 'Allow this many invalid rows, which are never sent' },
    ...ACCEPTED,
    'require-funds': SENDING['require-funds'],
    'no-quote': SENDING['no-quote'],
    results: text('FILE', 'The results of earlier runs of this file', {
      default: 'NAME.results.csv',
      group: 'Input',
    }),
    ...hidden(PACE),
    ...ACCEPT,
    ...LOG,
    ...LEDGER,
  },
  sends: true,
  examples: {
    'plan payouts.csv --out friday.plan': 'For somebody else to approve',
    'plan payouts.csv --out friday.plan --by "Ada Byron" --expires 2d':
      'With the name of the maker, valid for two days',
  },
});

export const planShow = command({
  ...OF_PLANS,
  name: 'plan show',
  does: 'Show a plan and its signatures',
  words: ONE_PLAN,
  flags: LEDGER,
  examples: {
    'plan show friday.plan': 'As the approver sees it',
    'plan show friday.plan --json': 'For a program',
  },
});

export const planDiff = command({
  ...OF_PLANS,
  name: 'plan diff',
  does: 'Compare two plans: exit code 0 same, 1 different',
  words: { one: required(text('ONE', 'A plan')), other: required(text('OTHER', 'Another plan')) },
  flags: COMMON,
  examples: {
    'plan diff thursday.plan friday.plan': 'What differs',
    'plan diff thursday.plan friday.plan --json': 'For a program',
  },
});

export const approve = command({
  ...OF_PLANS,
  name: 'approve',
  does: 'Read a plan, and sign or reject it',
  words: ONE_PLAN,
  flags: {
    key: required(
      text('KEY', 'Your private key. PAYBATCH_KEY_PASSPHRASE or the terminal has its passphrase'),
    ),
    reject: toggle('Reject the plan: it can never be run, and a run in progress stops'),
    reason: text('TEXT', 'The reason for the rejection'),
    ...YES,
    ...COMMON,
  },
  implies: { reject: 'reason', reason: 'reject' },
  examples: {
    'approve friday.plan --key ada.key': 'Show the plan, ask, and sign it',
    'approve friday.plan --key ada.key --reject --reason "line 7 is paid twice"': 'Reject it',
  },
});

export const keygen = command({
  ...OF_PLANS,
  name: 'keygen',
  does: 'Make a key for approving plans: KEY (encrypted) and KEY.pub',
  flags: { out: required(text('KEY', 'Where the private key goes')), ...COMMON },
  examples: {
    'keygen --out ada.key': 'Ask for a passphrase; ada.key.pub goes into the config',
    'keygen --out ada.key --json': 'Print the public key as JSON',
  },
});

export type PlanArgs = ArgsOf<typeof plan>;
export type PlanShowArgs = ArgsOf<typeof planShow>;
export type PlanDiffArgs = ArgsOf<typeof planDiff>;
export type ApproveArgs = ArgsOf<typeof approve>;
export type KeygenArgs = ArgsOf<typeof keygen>;
