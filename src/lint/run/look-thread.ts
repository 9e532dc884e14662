// A further thread of a run: takes one free batch after the other until there are no more.
import { parentPort, workerData } from 'node:worker_threads';

import {
  type Batch,
  type BatchMessage,
  type BatchResult,
  claim,
  lookAtBatch,
  type ThreadData,
} from './batches.ts';
import { Looker } from './look.ts';

const { settings, clean, claims } = workerData as ThreadData; // as batches.ts gives it
const looker = new Looker(settings);
let before: Promise<void> = Promise.resolve();

parentPort?.on('message', (message: BatchMessage) => {
  if (message === undefined) void before.then(() => parentPort?.close());
  else before = before.then(() => take(message));
});

async function take(batch: Batch): Promise<void> {
  if (!claim(claims, batch.index)) return;
  const looks = await lookAtBatch(looker, batch, clean);
  parentPort?.postMessage({ index: batch.index, looks } satisfies BatchResult);
}
