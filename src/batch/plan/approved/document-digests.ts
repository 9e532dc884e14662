// The documents of a plan, by their digests.
import type { DocumentFolder } from '../../input/documents.ts';
import type { Approved } from './approved.ts';
import { differs } from './rebuilt-plan.ts';

/** Errors: one in plain words where a document can't be read any more. */
export async function digestsOf(
  paths: readonly string[],
  documents: DocumentFolder,
): Promise<{ path: string; sha256: string }[]> {
  const found: { path: string; sha256: string }[] = [];
  for (const path of paths) {
    const file = await documents.open(path);
    try {
      const { sha256 } = await file.body({ before: '', after: '' });
      found.push({ path, sha256 });
    } finally {
      await file.close();
    }
  }
  return found;
}

/** Errors: PlanError where a document isn't the one that was approved. */
export async function judgeDocuments({ plan, name }: Approved, folder: DocumentFolder): Promise<void> {
  const now = await digestsOf(
    plan.documents.map(({ path }) => path),
    folder,
  ).catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'; // Node's, or another
    const why = isMissing
      ? `one of its ${plan.documents.length} documents is not there. They are looked for in the folder that the plan lies in: bring them along with it`
      : `a document can't be read any more: ${error instanceof Error ? error.message : String(error)}`;
    throw differs(name, why);
  });
  const changed = now.find(({ sha256 }, at) => sha256 !== plan.documents[at]?.sha256);
  if (changed) throw differs(name, `the document ${changed.path} was changed since it was made`);
}
