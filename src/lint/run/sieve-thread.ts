// A further thread of a run: sieves files until there are no more, and ends.
import { parentPort } from 'node:worker_threads';

import { sieveSome, type SieveWork } from './shared-sieve.ts';

parentPort?.once('message', (work: SieveWork) => {
  parentPort?.postMessage(sieveSome(work));
});
