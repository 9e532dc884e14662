// Loaded with --import: tells the peak memory (KiB) of the process when it ends, on descriptor 3.
import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
