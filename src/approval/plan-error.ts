// The error of a plan, a signature or a key. A separate file, so that commands that only print it load no schema.
import { PaybatchError } from '../errors.ts';
import { placed } from '../files/input-error.ts';
import type { Message } from '../message.ts';

export type PlanErrorCode =
  /** The file is not a plan, or not one that paybatch wrote. */
  | 'plan_format'
  /** Its signatures are not valid, or too few, or one is a rejection. */
  | 'plan_signatures'
  /** It was made for another file, environment, ledger or setting. */
  | 'plan_differs'
  | 'plan_expired'
  | 'plan_used'
  /** The prices have moved. */
  | 'plan_drift'
  /** This machine's clock is wrong. */
  | 'plan_clock'
  /** An approved plan is required. */
  | 'approval'
  | 'key';

export class PlanError extends PaybatchError {
  override readonly name = 'PlanError';
  declare readonly code: PlanErrorCode;

  constructor(code: PlanErrorCode, message: Message, cause?: unknown) {
    super(code, message, { cause });
  }

  /** `file`: a plan, or a file that it freezes, as the user named it. */
  static of(code: PlanErrorCode, file: string, what: Message): PlanError {
    return new PlanError(code, placed('at_place', { file, what }));
  }
}
