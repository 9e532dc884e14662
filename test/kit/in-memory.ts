// Where files of tests lie: in memory where there is plenty and a script can be run there, else where the system has
// them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED = '/dev/shm';
const FREE = 4e9;

/** A folder that is gone when this process ends. */
export function folderInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED);
    if (bavail * bsize < FREE || freemem() < FREE) return tmpdir();
    const at = mkdtempSync(join(SHARED, 'paybatch-tests-'));
    process.once('exit', () => rmSync(at, { recursive: true, force: true, maxRetries: 5 }));
    chmodSync(at, 0o711); // a Postgres that runs as nobody gets through
    return runsScripts(at) ? at : tmpdir();
  } catch {
    return tmpdir(); // no such folder, or none that can be written to
  }
}

function runsScripts(at: string): boolean {
  const script = join(at, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(script).status === 0;
}
