// One measurement in a separate process, so that no other measurement has warmed up its code. The first argument is
// the job as JSON. The result is sent to the parent as a message.
import { peakKib } from '../peak-memory.js';
import { bare } from './bare.js';
import { byHand } from './by-hand.js';
import { paybatch } from './paybatch.js';

const job = JSON.parse(process.argv[2]);
const measured = await { paybatch, bare, byHand }[job.what](job);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.send({
  ...measured,
  /** Microseconds of CPU for each payout, both threads, start-up included. */
  cpu: Math.round((userCPUTime + systemCPUTime) / job.rows),
  peakMb: peakKib() / 1024,
});
process.disconnect();
