// What is wrong with a plan, a signature or a key. A separate file, so that commands that only print it load no schema.
import { PaybatchError } from '../errors.ts';
import { placed } from '../files/input-error.ts';
import type { Message } from '../message.ts';

export type PlanErrorCode =
  /** The file is not a plan, or not one that paybatch wrote. */
  | 'plan_format'
  /** Its signatures don't hold, or are not enough, or one says no. */
  | 'plan_signatures'
  /** It is not for this: another file, environment, ledger, setting. */
  | 'plan_differs'
  | 'plan_expired'
  | 'plan_used'
  /** The prices have moved. */
  | 'plan_drift'
  /** This machine's clock can't be right. */
  | 'plan_clock'
  /** Something needs a plan that was approved. */
  | 'approval'
  | 'key';

export class PlanError extends PaybatchError {
  override readonly name = 'PlanError';
  declare readonly code: PlanErrorCode;

  constructor(code: PlanErrorCode, message: Message, cause?: unknown) {
    super(code, message, { cause });
  }

  /** `file`: a plan, or what a plan is made of, as the user named it. */
  static of(code: PlanErrorCode, file: string, what: Message): PlanError {
    return new PlanError(code, placed('at_place', { file, what }));
  }
}
