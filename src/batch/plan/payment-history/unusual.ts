// How far an amount is from the usual: by floats for nearly every amount, exactly for the others. Pure.
import Big from 'big.js';

import type { Habit } from '../../../ledger/history.ts';

/** How far from the usual is unusual. */
const TIMES = 10;

/** A habit with what is certainly not unusual, in floats: nearly every amount. */
export interface BoundedHabit extends Habit {
  readonly above: number;
  readonly below: number;
}

/** What is certainly not unusual, by floats. */
const leastOf = (usual: number): number => (usual / TIMES) * 1.01;
const mostOf = (usual: number): number => usual * TIMES * 0.99;

export function bounded(habit: Habit): BoundedHabit {
  const usual = Number(habit.median ?? 0);
  return { above: leastOf(usual), below: mostOf(usual), ...habit };
}

/** How far an amount is from the usual, in words; `undefined` where it is not far. */
export function unusual(
  amount: string,
  { above, below, median: usual }: Pick<BoundedHabit, 'above' | 'below' | 'median'>,
): string | undefined {
  const near = Number(amount);
  if (usual === null || (near > above && near < below)) return undefined;
  const [exact, middle] = [new Big(amount), new Big(usual)];
  if (exact.gte(middle.times(TIMES))) return `${timesOf(exact, middle)} times the usual`;
  if (exact.times(TIMES).lte(middle)) return 'a tenth of the usual or less';
  return undefined;
}

/** Rounded down: it is the figure that alarms. */
const timesOf = (amount: Big, usual: Big): string =>
  usual.eq(0) ? `more than ${TIMES}` : amount.div(usual).round(0, Big.roundDown).toFixed();
