// A thread of a check: pieces of the file in, reports out. It sees one piece at a time and decides nothing about the
// file.
import { parentPort, workerData } from 'node:worker_threads';

import { pieceJudge } from './input/piece-judge.ts';
import type { Judged, ThreadStart } from './input/row-threads.ts';
import { resultLayout, unstamped, VALID } from './results/result.ts';

if (!parentPort) throw new Error('this is a thread of a check, not a program');
const port = parentPort;
const { setup, runId } = workerData as ThreadStart; // row-threads.ts starts it with this
const layout = resultLayout(
  { kind: 'payouts' },
  unstamped(runId, () => ''),
);
const judge = await pieceJudge(setup, (row) => layout.line(row, VALID));

/** A piece, without what only its cutter knows. */
interface Given {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly line: number;
  readonly start: number;
}

port.on('message', ({ bytes, line, start }: Given) => {
  const valid = judge({ bytes: Buffer.from(bytes.buffer), line, start, isWhole: true });
  const judged: Judged = { valid, bytes };
  const own = valid ? [valid.hashed.buffer, valid.text.buffer] : [];
  port.postMessage(judged, [bytes.buffer, ...own]);
});
