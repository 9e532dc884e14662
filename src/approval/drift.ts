// The most that a row may cost, given the approved cost. Exact decimals. Pure.
import { exact } from '../interface/decimal.ts';
import type { Message } from '../message.ts';
import { approvalMessage } from './messages.ts';
import { PlanError } from './plan-error.ts';

/** Debit and fee of a quote, as decimal text. */
export interface RowPrice {
  readonly debit?: string | undefined;
  readonly fee?: string | undefined;
}

/** Debit and fee together; `undefined` if neither is known. */
export function costOf({ debit, fee }: RowPrice): string | undefined {
  if (debit === undefined && fee === undefined) return undefined;
  return new exact(debit ?? '0').plus(new exact(fee ?? '0')).toFixed();
}

/** `0.5%` as text of a percentage. Errors: {@link PlanError}. */
export function readDrift(text: string, flag: string): string {
  const [, number] = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text.trim()) ?? [];
  if (number === undefined || isTooHigh(`${number}%`))
    throw new PlanError('plan_drift', approvalMessage('drift_unreadable', { flag, text }));
  return `${number}%`;
}

/** Whether a plan may not have this limit. */
export const isTooHigh = (drift: string): boolean => isHigherDrift(drift, '100%');

export const isHigherDrift = (a: string, than: string): boolean =>
  new exact(a.slice(0, -1)).gt(new exact(than.slice(0, -1)));

/** The most that a row with this approved cost may cost now. */
export function limitOf(cost: string, drift: string): string {
  const part = new exact(cost).times(new exact(drift.slice(0, -1))).div('100');
  return new exact(cost).plus(part).toFixed();
}

/** Why this cost exceeds the approved cost. A missing figure, now or in the plan, counts as dearer. */
export function whyDearer(now: RowPrice, approved: RowPrice, drift: string): Message | undefined {
  const was = costOf(approved);
  if (was === undefined) {
    const unseen = costOf(now);
    return unseen === undefined ? undefined : approvalMessage('price_never_approved', { cost: unseen });
  }
  if (approved.debit !== undefined && now.debit === undefined)
    return approvalMessage('price_unsaid', { figure: 'debit' });
  if (approved.fee !== undefined && now.fee === undefined)
    return approvalMessage('price_unsaid', { figure: 'fee' });
  const cost = costOf(now) ?? '0';
  const limit = limitOf(was, drift);
  if (new exact(cost).lte(new exact(limit))) return undefined;
  return approvalMessage('cost_exceeded', { cost, approved: was, limit, drift });
}
