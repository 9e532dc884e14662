// What a row may cost, given what was approved: exact decimals, no floats. Pure.
import { exact } from '../interface/decimal.ts';
import { PlanError } from './plan-error.ts';

/** Debit and fee of a quote, as decimal text. */
export interface Cost {
  readonly debit?: string | undefined;
  readonly fee?: string | undefined;
}

/** Debit and fee together; `undefined` where neither is known. */
export function costOf({ debit, fee }: Cost): string | undefined {
  if (debit === undefined && fee === undefined) return undefined;
  return new exact(debit ?? '0').plus(new exact(fee ?? '0')).toFixed();
}

/** `0.5%` as text of a percentage. Errors: {@link PlanError}. */
export function readDrift(text: string, flag: string): string {
  const [, number] = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text.trim()) ?? [];
  if (number === undefined || isTooHigh(`${number}%`))
    throw new PlanError('plan_drift', `${flag} ${text}: expected a percentage such as 0.5%`);
  return `${number}%`;
}

/** No plan may have such a limit. */
export const isTooHigh = (drift: string): boolean => isHigherDrift(drift, '100%');

export const isHigherDrift = (a: string, than: string): boolean =>
  new exact(a.slice(0, -1)).gt(new exact(than.slice(0, -1)));

/** The most that something approved at this cost may cost now. */
export function limitOf(cost: string, drift: string): string {
  const part = new exact(cost).times(new exact(drift.slice(0, -1))).div('100');
  return new exact(cost).plus(part).toFixed();
}

/** Why this cost exceeds the approved one. A figure that is missing now, or was missing then, counts as dearer. */
export function whyDearer(now: Cost, approved: Cost, drift: string): string | undefined {
  const was = costOf(approved);
  if (was === undefined) {
    const unseen = costOf(now);
    return unseen === undefined ? undefined : `it costs ${unseen} now, and no price of it was approved`;
  }
  if (approved.debit !== undefined && now.debit === undefined)
    return 'its quote no longer says what it debits';
  if (approved.fee !== undefined && now.fee === undefined) return 'its quote no longer says its fee';
  const is = costOf(now) ?? '0';
  const limit = limitOf(was, drift);
  if (new exact(is).lte(new exact(limit))) return undefined;
  return `it costs ${is} now, ${was} was approved (at most ${limit}, ${drift} more)`;
}

/** The same of a sum. */
export function whySumDearer(now: string, approved: string, drift: string): string | undefined {
  const limit = limitOf(approved, drift);
  if (new exact(now).lte(new exact(limit))) return undefined;
  return `${now} now, ${approved} was approved (at most ${limit}, ${drift} more)`;
}
