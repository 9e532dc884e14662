// Whether a file of ours may be put in a place that a person named: not through a link, which somebody else may have laid
// there, and not over anything but an earlier one of the same sort.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** As much of what is there as is looked at. */
const HEAD_BYTES = 16 * 1024;

/** `isOurs`: by its first 16 KiB. Why it can't be written, to be put behind the file's name; `undefined` if it can. */
export function whyNotThere(path: string, isOurs: (head: string) => boolean): string | undefined {
  let fd;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // Node's error
    if (code === 'ELOOP' || code === 'EMLINK') return 'is a link: nothing is written through it';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined; // writing says what is wrong
    return `can't be looked at before it is overwritten (${code ?? String(error)})`;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return stats.isDirectory() ? 'is a folder' : 'is not a regular file';
    const head = Buffer.alloc(HEAD_BYTES);
    const bytes = readSync(fd, head, 0, HEAD_BYTES, 0);
    if (bytes === 0 || isOurs(head.toString('utf8', 0, bytes))) return undefined;
    return 'holds something else, which would be overwritten: name another file, or move that one away';
  } finally {
    closeSync(fd);
  }
}
