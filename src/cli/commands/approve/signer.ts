// Whose key signs, and whether it may: judged before the plan's page, whose thirty lines would stand between a person and the refusal.
import { resolve } from 'node:path';

import { openPrivateKey, readPublicKey } from '../../../approval/keys.ts';
import { PlanError } from '../../../approval/plan-error.ts';
import type { PlanFile } from '../../../approval/plan-format.ts';
import { type Approver, isMaker } from '../../../approval/signatures.ts';
import { plainPath } from '../../../files/plain.ts';
import { readSmallFile, SMALL, SmallFileError } from '../../../files/small-file.ts';
import { type Io, UsageError } from '../../io.ts';
import { passphrase } from '../../passphrase.ts';
import type { LoadedPlan } from '../../plan-file.ts';
import { systemUser } from '../../this-process.ts';

/** Errors: {@link UsageError}; PlanError, with the file's name. */
export async function openKey(path: string, io: Io): Promise<ReturnType<typeof openPrivateKey>> {
  const pem = readKey(path, io);
  const secret = await passphrase(io, { twice: false });
  try {
    return openPrivateKey(pem, secret);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new PlanError(error.code, `--key ${plainPath(path)}: ${error.message}`);
  }
}

/** A key that nobody here has would sign under the name of the system's user: where that is the maker, say what is wrong. */
export function judgeStranger(
  path: string,
  { file, name }: LoadedPlan,
  approvers: readonly Approver[],
): void {
  if (approvers.length === 0 || !isMaker(file.plan, systemUser())) return;
  throw new PlanError(
    'plan_signatures',
    `${name}: the key in ${plainPath(path)} does not belong to an approver of this config, so it would sign as ${systemUser()}, who made the plan: use an approver's key, or put its public key into "approvers"`,
  );
}

function readKey(path: string, io: Io): string {
  let pem: string;
  try {
    pem = readSmallFile(resolve(io.cwd, path), SMALL.secret);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new UsageError(`--key ${path}: ${error.message}`, 'key');
  }
  if (readPublicKey(pem) !== undefined || pem.includes('-----BEGIN PUBLIC KEY-----'))
    throw new UsageError(
      `--key ${plainPath(path)}: this is a public key, and signing takes the private one: the file that keygen made beside it`,
      'key',
    );
  return pem;
}

/** Whoever made it can say no to it, but not yes; nobody says yes twice. */
export function judgeSigner(
  { plan, signatures }: PlanFile,
  name: string,
  said: { readonly name: string; readonly publicKey: string },
  rejects: boolean,
): void {
  if (rejects) return;
  if (isMaker(plan, said.name))
    throw new PlanError('plan_signatures', `${name}: ${said.name} made it: somebody else must approve it`);
  if (signatures.some((one) => one.publicKey === said.publicKey))
    throw new PlanError('plan_signatures', `${name}: this key has signed it already`);
}
