// Loaded with --import: tells the peak memory (KiB) of the process when it ends, on descriptor 3. Its threads load it too.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
