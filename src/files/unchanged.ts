// Whether a file is still what it was when it was opened: read as a stream, it may be half of one version and half of another.
import type { Stats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';

import { InputError } from './input-error.ts';

interface AsOpened {
  readonly path: string;
  readonly handle: FileHandle;
  readonly before: Stats;
}

export const asOpened = async (path: string, handle: FileHandle): Promise<AsOpened> => ({
  path,
  handle,
  before: await handle.stat(),
});

/** Errors: {@link InputError} where it was written to, cut, replaced or taken away. */
export async function judgeUnchanged({ path, handle, before }: AsOpened): Promise<void> {
  const now = await handle.stat();
  const there = await stat(path).catch(() => undefined);
  const isSame =
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs &&
    there?.ino === before.ino &&
    there.dev === before.dev;
  if (isSame) return;
  throw new InputError(
    'changed',
    { file: path },
    'was changed while it was read, so nothing was written: run this again when nobody writes to it',
  );
}
