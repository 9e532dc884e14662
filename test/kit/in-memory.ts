// The folder for temporary files of tests: in memory if there is enough and scripts can run there, else the system's.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED = '/dev/shm';
const FREE = 4e9;

/** Returns a folder in memory, which is removed when this process ends, or the system's temporary folder. */
export function folderInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED);
    if (bavail * bsize < FREE || freemem() < FREE) return tmpdir();
    const at = mkdtempSync(join(SHARED, 'paybatch-tests-'));
    process.once('exit', () => rmSync(at, { recursive: true, force: true, maxRetries: 5 }));
    chmodSync(at, 0o711); // a Postgres that runs as `nobody` must be able to enter it
    return runsScripts(at) ? at : tmpdir();
  } catch {
    return tmpdir(); // the folder does not exist or cannot be written to
  }
}

function runsScripts(at: string): boolean {
  const script = join(at, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(script).status === 0;
}
