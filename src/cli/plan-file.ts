// A plan on the disk: read whole, its signatures verified, its files found beside it. It has one writer at a time: two people who
// sign in the same instant are both in it afterwards, or one of them is asked to sign again.
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { PlanError } from '../approval/plan-error.ts';
import {
  PLAN_BYTES,
  type PlanFile,
  type PlanSignature,
  planText,
  readPlan,
} from '../approval/plan-format.ts';
import { verifySignatures } from '../approval/signatures.ts';
import { writeWhole } from '../files/atomic-file.ts';
import { LockedError, underLock } from '../files/lock-file.ts';
import { plain, plainPath } from '../files/plain.ts';
import { readSmallBytes, readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import { type Io, UsageError } from './io.ts';

export interface LoadedPlan {
  readonly file: PlanFile;
  /** As the user named it. */
  readonly name: string;
  readonly path: string;
}

/** Errors: {@link UsageError} where it can't be read, PlanError if it is not a plan or a signature is wrong. */
export function loadPlan(name: string, io: Io): LoadedPlan {
  const path = resolve(io.cwd, name);
  let text: string;
  try {
    text = readSmallFile(path, PLAN_BYTES);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new UsageError(`${name}: ${error.message}`, 'plan_format');
  }
  const file = readPlan(text, name);
  verifySignatures(file, name);
  return { file, name, path };
}

/** A file that the plan names, wherever this was started. */
export const beside = ({ path }: LoadedPlan, named: string): string => resolve(dirname(path), named);

/** Errors: {@link PlanError} where a mapping or lookup file is not the one that was planned. */
export function judgeNamedFiles(loaded: LoadedPlan): void {
  const { map, lookups } = loaded.file.plan;
  for (const { path, sha256 } of [...(map ? [map] : []), ...lookups]) {
    const now = digestOf(resolve(dirname(loaded.path), path));
    if (now === sha256) continue;
    const how = now === undefined ? "can't be read any more" : 'was changed since it was made';
    throw new PlanError('plan_differs', `${loaded.name}: ${path} ${how}`);
  }
}

function digestOf(path: string): string | undefined {
  try {
    return hash('sha256', readSmallBytes(path, SMALL.report));
  } catch (error) {
    if (error instanceof SmallFileError) return undefined;
    throw error;
  }
}

/** Errors: {@link UsageError}. */
export function namedFile(path: string, flag: string): { path: string; sha256: string } {
  const sha256 = digestOf(path);
  if (sha256 === undefined) throw new UsageError(`${flag} ${path}: can't be read`);
  return { path, sha256 };
}

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
