// Whether the file that a plan was made of is still what it was: a person who signs is told before the question. A run refuses another one
// in any case.
import { createHash } from 'node:crypto';

import { openInput } from '../../../csv/input.ts';
import { InputError } from '../../../files/input-error.ts';
import { plainPath } from '../../../files/plain.ts';
import { beside, type LoadedPlan } from '../../plan-file.ts';

/** What is to be said of it; `undefined` where nothing is. */
export async function fileWarning(loaded: LoadedPlan): Promise<string | undefined> {
  const { plan } = loaded.file;
  const path = beside(loaded, plan.file);
  let digest: string;
  try {
    digest = await digestOf(path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return `${plainPath(plan.file)} is not beside the plan, or can't be read: you sign for the figures above, and nobody here can hold them against the file`;
  }
  if (digest === plan.digest) return undefined;
  return `${plainPath(plan.file)} is no longer the file that was planned: a run would refuse it. Ask whoever made the plan for another one`;
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
