// Writes plans, one writer at a time: what two people say of a plan in the same instant is in it afterwards, or one of them is
// told to say it again.
import { stat } from 'node:fs/promises';

import { PlanError } from '../approval/plan-error.ts';
import { type PlanFile, type PlanSignature, planText } from '../approval/plan-format.ts';
import { writeWhole } from '../files/atomic-file.ts';
import { LockedError, underLock } from '../files/lock-file.ts';
import { plain, plainPath } from '../files/plain.ts';
import { type Io, UsageError } from './io.ts';
import { type LoadedPlan, loadPlan } from './plan-file.ts';

/**
 * Adds a signature to the plan as it stands by now. `judge`: whether that can still be, with what others said meanwhile. Errors:
 * {@link PlanError} where it is another plan than the one that was read, or somebody's word is gone from it.
 */
export function addToPlan(
  read: LoadedPlan,
  signature: PlanSignature,
  judge: (now: PlanFile) => void,
  io: Io,
): Promise<PlanFile> {
  return writing(read.path, read.name, async () => {
    const { file: now } = loadPlan(read.name, io);
    judgeSame(read, now);
    judge(now);
    const signed: PlanFile = { ...now, signatures: [...now.signatures, signature] };
    const { mode } = await stat(read.path);
    await writeWhole(read.path, planText(signed), mode & 0o777);
    return signed;
  });
}

/** Puts a new plan there. `judge`: whether what lies there now may be replaced. */
export const putPlan = (path: string, name: string, file: PlanFile, judge: () => void): Promise<void> =>
  writing(path, name, async () => {
    judge();
    await writeWhole(path, planText(file));
  });

function judgeSame({ file, name }: LoadedPlan, now: PlanFile): void {
  const left = new Set(now.signatures.map((one) => JSON.stringify(one)));
  const isSame =
    file.plan.planDigest === now.plan.planDigest &&
    file.signatures.every((one) => left.has(JSON.stringify(one)));
  if (isSame) return;
  throw new PlanError(
    'plan_signatures',
    `${name}: it was changed or replaced in the meantime: nothing was signed. Look at it again`,
  );
}

async function writing<T>(path: string, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await underLock(path, work);
  } catch (error) {
    if (error instanceof LockedError)
      throw new PlanError(
        'plan_busy',
        `${name}: somebody else is writing into it (${plain(error.holder)}), so it was left as it is: try again. If that process is gone, remove ${plainPath(error.lock)}`,
      );
    const { code, syscall } = error as NodeJS.ErrnoException; // Node's error, or one of ours
    if (syscall !== undefined)
      throw new UsageError(`${name}: it can't be written there (${code ?? syscall})`, 'plan_write');
    throw error;
  }
}
