// Opens a file with a foreign name inside a known folder. The file must be regular, and no link may lead out of the
// folder. The opened file is the checked one. A pipe does not block.
import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';

import { PaybatchError } from '../errors.ts';
import { bytesMessage, type NotInside } from './messages.ts';

class InsideError extends PaybatchError {
  constructor(why: NotInside) {
    super('document', bytesMessage('not_inside', { why }));
  }
}

export interface OpenedFile {
  readonly handle: FileHandle;
  readonly size: number;
}

/** The caller closes the handle. Errors: a PaybatchError, and the system's (no such file, no permission). */
export async function openInside(folder: string, path: string): Promise<OpenedFile> {
  const root = await realpath(folder).catch(() => {
    throw new InsideError('no_folder');
  });
  const real = await realpath(resolve(root, path));
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new InsideError('outside');
  // From here on no link is followed.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const opened = await handle.stat();
    const again = await realpath(resolve(root, path));
    const there = await stat(again);
    if (again !== real || opened.ino !== there.ino || opened.dev !== there.dev)
      throw new InsideError('swapped');
    if (opened.isDirectory()) throw new InsideError('folder');
    if (!opened.isFile()) throw new InsideError('irregular');
    return { handle, size: opened.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
