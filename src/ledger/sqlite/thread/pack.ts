// Writes on their way to the ledger's thread, as one text: copying an object between threads costs several times what a text does.
import type { RowWrite } from '../../store/row-write.ts';

export const pack = (writes: readonly RowWrite[]): string => JSON.stringify(writes);

/** Of intents, outcomes and documents; an attempt's time stays a text. */
const TIMES = ['at', 'startedAt'];

export function unpack(packed: string): RowWrite[] {
  const writes = JSON.parse(packed) as RowWrite[]; // as pack has written them
  return writes.map((write) => {
    if (write.do === 'intend') return { ...write, intent: timed(write.intent) };
    if (write.do === 'record') return { ...write, outcome: timed(write.outcome) };
    return write.do === 'saveUpload' ? timed(write) : write;
  });
}

function timed<T extends object>(record: T): T {
  for (const name of TIMES) {
    const value = (record as Record<string, unknown>)[name];
    if (typeof value === 'string') Object.assign(record, { [name]: new Date(value) });
  }
  return record;
}
