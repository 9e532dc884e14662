// The most memory that this process ever had.
import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/** KiB, of this process alone: on Linux `maxRSS` begins with what the process had that started it. */
export function peakKib() {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'latin1'))[1]);
}
