// Whether the file that a plan was made of is still what it was. A yes to a plan whose file lies beside it and is another one is refused: no run
// would take it, and the person would have signed figures that nobody has any more.
import { createHash } from 'node:crypto';

import { PlanError } from '../../../approval/plan-error.ts';
import { openInput } from '../../../csv/input.ts';
import { InputError } from '../../../files/input-error.ts';
import { plainPath } from '../../../files/plain.ts';
import { beside, type LoadedPlan } from '../../plan-file.ts';

/**
 * What is to be said above the question where the file can't be seen from here; `undefined` where it is the planned one.
 * Errors: {@link PlanError} where it is another one.
 */
export async function judgePlannedFile(loaded: LoadedPlan): Promise<string | undefined> {
  const { plan } = loaded.file;
  const path = beside(loaded, plan.file);
  let digest: string;
  try {
    digest = await digestOf(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return `${plainPath(plan.file)} is not beside the plan, or can't be read: you sign for the figures above, which cannot be compared with the file here`;
  }
  if (digest === plan.digest) return undefined;
  throw new PlanError(
    'plan_differs',
    `${loaded.name}: ${plainPath(plan.file)} is not the file that was planned: a run would refuse it. Nothing was signed. Ask the maker for a new plan, or for the original file`,
  );
}

/** SHA-256 of its bytes, in hex. Errors: InputError. */
async function digestOf(path: string): Promise<string> {
  const handle = await openInput(path);
  try {
    const digest = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false })) digest.update(chunk as Buffer); // without an encoding
    return digest.digest('hex');
  } finally {
    await handle.close();
  }
}
