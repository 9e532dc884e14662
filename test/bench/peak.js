// Loaded with --import. When the process ends, writes its peak memory (KiB) and its CPU time (ms) to descriptor 3. The
// threads of the process load this file too.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { peakKib } from './peak-memory.js';

if (isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    writeSync(3, `${peakKib()} ${(userCPUTime + systemCPUTime) / 1000}`);
  });
