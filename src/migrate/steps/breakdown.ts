// Counts and averages of each channel leave transactionBreakdown. The range of the profile that contains the sum of
// the counts is suggested.
import Big from 'big.js';

import { ENDED } from '../../interface/deprecations.ts';
import { migrateMessage } from '../messages.ts';
import {
  type Change,
  question,
  type RecordFields,
  type StepSettings,
  textOf,
  type Todo,
  without,
} from '../step.ts';

const REMOVED = new Set([...ENDED.breakdown.keys()].map((name) => `transactionBreakdown.${name}`));

const NUMBER = /^\d+(\.\d+)?$/;

export function migrateBreakdown(fields: RecordFields, { profile }: StepSettings): Change {
  const gone = [...fields].filter(([path]) => REMOVED.has(path));
  if (gone.length === 0) return { fields };
  const counts = { incoming: new Big(0), outgoing: new Big(0) };
  const seen = { incoming: false, outgoing: false };
  for (const [path, raw] of gone) {
    const value = textOf(raw).trim();
    if (!path.endsWith('TxCountMonthly') || !NUMBER.test(value)) continue;
    const way = path.includes('.outgoing') ? 'outgoing' : 'incoming';
    counts[way] = counts[way].plus(value);
    seen[way] = true;
  }
  const todo: Todo[] = [];
  for (const way of ['incoming', 'outgoing'] as const) {
    const name = way === 'incoming' ? 'Incoming' : 'Outgoing';
    const field = `transactionBreakdown.estimated${name}PaymentsPerMonth`;
    if (!seen[way] || fields.has(field)) continue;
    const { values } =
      way === 'incoming'
        ? profile.estimatedIncomingPaymentsPerMonth
        : profile.estimatedOutgoingPaymentsPerMonth;
    const range = rangeOf(counts[way], [...values]);
    const sum = counts[way].toFixed();
    const why = migrateMessage('ask_range', { way, sum, isKnown: range !== undefined });
    todo.push(question(field, why, { suggestion: range ?? '' }));
  }
  const dropped = gone.map(([path, value]) => ({ field: path, value: textOf(value) }));
  return { fields: without(fields, (path) => REMOVED.has(path)), dropped, todo };
}

/** The range (`Range1To15`, `Range30To50`, ...) that contains a count. */
export function rangeOf(count: Big, ranges: readonly string[]): string | undefined {
  return ranges.find((range) => {
    const [, from, to] = /^Range(\d+)To(\d+)$/.exec(range) ?? [];
    return from !== undefined && to !== undefined && count.gte(from) && count.lte(to);
  });
}
