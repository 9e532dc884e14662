// plan and its subcommands: freezes a batch, so that another person can approve exactly that; shows and compares plans.
import { type ArgsOf, command, hidden } from '../../command.ts';
import { ACCEPT, COMMON, INPUT, KIND, LEDGER, LOG, PACE, QUIET } from '../../flags.ts';
import { ACCEPTED, GUARDS, NO_QUOTE, REQUIRE_FUNDS } from '../run/index.ts';

const OF_PLANS = { group: 'Approval', manual: 'approvals' } as const;

export const plan = command({
  ...OF_PLANS,
  name: 'plan',
  does: 'Freeze a batch for approval: its bytes, rows, totals and quoted cost',
  words: { file: { type: 'string', path: 'file', required: true, does: 'The CSV file' } },
  flags: {
    out: { type: 'string', path: 'written', value: 'PLAN', does: 'Where the plan goes (required)' },
    by: {
      type: 'string',
      value: 'NAME',
      does: 'Who makes the plan; neither this person nor the system user can approve it',
      default: 'the system user',
    },
    expires: {
      type: 'string',
      value: 'TIME',
      does: 'How long the plan is valid: 90m, 24h, 2d',
      default: '24h',
    },
    'max-drift': {
      type: 'string',
      value: 'P%',
      does: 'How much dearer a row or the total may be when it is sent',
      default: '0.5%',
    },
    ...KIND,
    ...INPUT,
    ...GUARDS,
    'max-invalid': {
      ...GUARDS['max-invalid'],
      does: 'Allow this many invalid rows, which are never sent',
    },
    ...ACCEPTED,
    ...REQUIRE_FUNDS,
    ...NO_QUOTE,
    results: {
      type: 'string',
      path: 'written',
      value: 'FILE',
      does: 'The results of earlier runs of this file',
      default: 'NAME.results.csv',
      group: 'Input',
    },
    ...hidden(PACE),
    ...ACCEPT,
    ...QUIET,
    ...LOG,
    ...LEDGER,
    ...COMMON,
  },
  sends: true,
  examples: [
    { line: 'plan payouts.csv --out friday.plan', does: 'For somebody else to approve' },
    {
      line: 'plan payouts.csv --out friday.plan --by "Ada Byron" --expires 2d',
      does: 'With a maker and an expiry',
    },
  ],
});

export const planShow = command({
  ...OF_PLANS,
  name: 'plan show',
  does: 'Show a plan, its signatures, and what was sent of it',
  words: { plan: { type: 'string', path: 'small', required: true, does: 'The plan' } },
  flags: { ...LEDGER, ...COMMON },
  examples: [
    { line: 'plan show friday.plan', does: 'As the approver sees it' },
    { line: 'plan show friday.plan --json', does: 'For a program' },
  ],
});

export const planDiff = command({
  ...OF_PLANS,
  name: 'plan diff',
  does: 'Compare two plans: exit code 0 same, 1 different',
  words: {
    one: { type: 'string', path: 'small', required: true, does: 'A plan' },
    other: { type: 'string', path: 'small', required: true, does: 'Another plan' },
  },
  flags: { ...COMMON },
  examples: [
    { line: 'plan diff thursday.plan friday.plan', does: 'What differs' },
    { line: 'plan diff thursday.plan friday.plan --json', does: 'For a program' },
  ],
});

export type PlanArgs = ArgsOf<typeof plan>;
export type PlanShowArgs = ArgsOf<typeof planShow>;
export type PlanDiffArgs = ArgsOf<typeof planDiff>;
