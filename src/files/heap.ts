// How much memory the runtime lets this process keep. Nothing tells of a heap that is nearly full before the runtime ends the
// process, with a stack and no word of what was done: so whoever may need much asks ahead.
import { getHeapStatistics } from 'node:v8';

const MIB = 2 ** 20;

/** What the command itself takes, and what is kept apart for what is short-lived. */
const OWN_MIB = 80;

const limit = (): number => getHeapStatistics().heap_size_limit;

/** In bytes, for data; by the machine's memory, a container's, or what NODE_OPTIONS says. */
export const heapRoom = (): number => Math.max(MIB, limit() - OWN_MIB * MIB);

/** To be put behind what is too much. */
export const howToHaveMore = (): string =>
  `its heap has ${Math.round(limit() / MIB)} MiB; NODE_OPTIONS=--max-old-space-size=MIB gives more`;
