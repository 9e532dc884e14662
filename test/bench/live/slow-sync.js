// Compiles the library that makes syncs slow. `undefined` where there is no compiler.
import { spawnSync } from 'node:child_process';
import { here } from '../child.js';
import { folder } from '../files.js';

/** The environment of a process whose syncs take `delayMs` longer, or `undefined`. */
export function slowSync(delayMs) {
  const library = `${folder}slow-sync.so`;
  const source = here('./live/slow-sync.c');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  return status === 0 ? { LD_PRELOAD: library, SYNC_DELAY_MS: String(delayMs) } : undefined;
}
