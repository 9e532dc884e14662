// A further thread that looks at files: takes one share after the other until none is left.
import { parentPort, workerData } from 'node:worker_threads';

import { Looker, type Seen } from './look.ts';
import { SHARE, type Share, take, type ThreadData } from './looks.ts';

const { settings, jobs, next } = workerData as ThreadData; // as looks.ts gives it
const looker = new Looker(settings);
for (let from = take(next); from < jobs.length; from = take(next)) {
  const seen: Seen[] = [];
  for (const job of jobs.slice(from, from + SHARE)) seen.push(await looker.look(job));
  parentPort?.postMessage({ from, seen } satisfies Share);
}
