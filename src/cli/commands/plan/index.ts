// plan: freezes a batch, so that another person can approve exactly that; shows a plan, and what differs between two.
import { type ArgsOf, command } from '../../command.ts';
import { ACCEPT, COMMON, INPUT, KIND, LEDGER, LOG, PACE, QUIET } from '../../flags.ts';
import { GUARDS, NO_QUOTE, REQUIRE_FUNDS } from '../run/index.ts';

export const plan = command({
  name: 'plan',
  does: 'freeze a batch for approval: its bytes, rows, totals and quoted cost; show PLAN and diff A B look at plans',
  words: {
    file: { type: 'string', path: 'file', required: true, does: 'CSV file; or "show" or "diff"' },
    plans: { type: 'list', path: 'small', does: 'the plan to show, or the two to compare' },
  },
  flags: {
    out: { type: 'string', path: 'written', does: 'where the plan goes' },
    by: {
      type: 'string',
      does: "name of who makes it (else the system's user alone): neither of the two can approve it",
    },
    expires: { type: 'string', does: 'how long it holds: 90m, 24h, 2d (24h)' },
    'max-drift': {
      type: 'string',
      does: 'how much dearer a row and the whole may be when it is sent (0.5%)',
    },
    ...KIND,
    results: {
      type: 'string',
      path: 'written',
      does: 'where to look for results of earlier runs (NAME.results.csv): plan writes none',
    },
    ...LEDGER,
    ...PACE,
    ...ACCEPT,
    ...NO_QUOTE,
    ...INPUT,
    ...GUARDS,
    'max-invalid': {
      type: 'string',
      does: 'a number or percentage: a plan may hold so many invalid rows, which are never sent; refuse if more are',
    },
    ...REQUIRE_FUNDS,
    ...COMMON,
    ...QUIET,
    ...LOG,
  },
  sends: true,
  examples: [
    { line: 'plan payouts.csv --out friday.plan', does: 'for somebody else to approve' },
    { line: 'plan show friday.plan', does: 'what it says, who has approved it, what was sent: exit code 0' },
    { line: 'plan diff thursday.plan friday.plan', does: 'what differs: exit code 1' },
  ],
});

export type PlanArgs = ArgsOf<typeof plan>;
