// The peak memory of this process.
import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/** In KiB. On Linux `maxRSS` begins with the memory of the process that started this one, so it is not used. */
export function peakKib() {
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'latin1'))[1]);
}
