// Whether a file is the one that was read, without reading it: its place on the disk, its size and its times. A change sets
// the time of the last change of status to now, which no program can set otherwise.
import type { Stats } from 'node:fs';

export const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;

/** Clocks of file systems tick at least so often; some count whole seconds, or two. */
const TICK_MS = 100;
const COARSE_TICK_MS = 2_100;

/** Whether a further change would be seen: not of a file that changed within this tick of its clock. */
export function isSettled({ mtimeMs, ctimeMs }: Stats, nowMs: number): boolean {
  const last = Math.max(mtimeMs, ctimeMs);
  const tickMs = ctimeMs % 1_000 === 0 ? COARSE_TICK_MS : TICK_MS;
  return nowMs - last > tickMs;
}
