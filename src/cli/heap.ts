// How much V8 lets gather before it looks for what isn't used any more. A run's rows are garbage soon, and yet the heap of a large
// file grew to four times what it needs: a nightly run stands beside others on small machines.
import { setFlagsFromString } from 'node:v8';

/** How much larger the heap may become than what was left in it the last time: twice as large. V8 takes four times by itself. */
const GROWTH_PERCENT = 100;
/** Another V8 might not know the setting, and would say so on standard error. */
const KNOWN_BY = /^1[1-3]\./;

/** For the whole process, its threads included. */
export function collectSooner(): void {
  if (KNOWN_BY.test(process.versions.v8)) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
