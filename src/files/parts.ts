// What lies on the disk for as long as something is being written: temporary files, and new ones that only stay if all of it
// does. Known here so that a process that is told to end can take them away; nothing here listens to signals.
import { unlinkSync } from 'node:fs';

const open = new Set<string>();
let watcher: (some: boolean) => void = () => undefined;

/** Called when there is a first one, and when the last has gone. */
export function watchParts(watch: (some: boolean) => void): void {
  watcher = watch;
}

/** To be said before the file is made: an end may come in between. */
export function beginPart(path: string): void {
  open.add(path);
  if (open.size === 1) watcher(true);
}

/** It is in its place, or has been taken away. */
export function endPart(path: string): void {
  if (open.delete(path) && open.size === 0) watcher(false);
}

export const anyParts = (): boolean => open.size > 0;

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
