// Loaded with --import: tells the peak memory (KiB) and the CPU time (ms) of the process when it ends, on descriptor
// 3. Its threads load it too.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { peakKib } from './peak-memory.js';

if (isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    writeSync(3, `${peakKib()} ${(userCPUTime + systemCPUTime) / 1000}`);
  });
