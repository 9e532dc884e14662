// What lies on the disk for as long as something is being written: temporary files, and new ones that only stay if all of it
// does. Known here so that a process that is told to end can take them away; nothing here listens to signals.
import { unlinkSync } from 'node:fs';

const open = new Set<string>();
let begin: (() => void) | undefined;

/** Called once, with the first part. */
export function whenPartsBegin(listener: () => void): void {
  begin = listener;
}

/** To be said before the file is made: an end may come in between. */
export function beginPart(path: string): void {
  open.add(path);
  begin?.();
  begin = undefined;
}

/** It is in its place, or has been taken away. */
export const endPart = (path: string): unknown => open.delete(path);

/** For a process that ends now: at once, and whatever happens. */
export function removeParts(): void {
  for (const path of open) {
    try {
      unlinkSync(path);
    } catch {
      // not made yet, or in its place by now
    }
  }
  open.clear();
}
