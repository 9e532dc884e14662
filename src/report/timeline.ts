// How a run went: rows a second, response times, retries, 429s, from the seconds that the run kept
// (batch/results/pace.ts). Pure but for the reading.
import { type Beat, msOfSlot } from '../batch/results/pace.ts';
import type { EndpointId } from '../interface/endpoints.ts';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';

interface Latency {
  readonly operation: Operation;
  readonly count: number;
  /** Milliseconds, within 5 %. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Timeline {
  /**
   * Other hosts may have sent rows of it: what each did is kept nowhere, and this is of the submitting process alone.
   */
  readonly ofSubmitterAlone: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly seconds: number;
  /** Rows that were worked on. */
  readonly rows: number;
  readonly rowsPerSecond: number;
  readonly requests: number;
  readonly retries: number;
  readonly limited: number;
  readonly latency: readonly Latency[];
}

/** A shorter run is too short for a pace. */
const LEAST_S = 0.1;

/** `null` where the run kept nothing of it. */
export async function timelineOf(ledger: Ledger, run: RunRecord): Promise<Timeline | null> {
  const beats: Beat[] = [];
  // our own page
  for await (const { data } of ledger.eachPart(run.id, 'times')) beats.push(...(JSON.parse(data) as Beat[]));
  const ofSubmitterAlone = (await ledger.queue?.submission(run.id)) !== undefined;
  // Of a run that found every row paid, or left every row to others, there is nothing to say.
  if (!beats.some(({ rows }) => rows > 0)) return null;
  return timeline(beats, run, ofSubmitterAlone);
}

export function timeline(
  beats: readonly Beat[],
  { startedAt, finishedAt }: Pick<RunRecord, 'startedAt' | 'finishedAt'>,
  ofSubmitterAlone = false,
): Timeline {
  const seconds = (beats.at(-1)?.second ?? 0) + 1;
  const sum = (of: (beat: Beat) => number): number => beats.reduce((all, beat) => all + of(beat), 0);
  const worked = beats.filter(({ rows }) => rows > 0);
  const begun = (worked.at(-1)?.second ?? 0) - (worked[0]?.second ?? 0) + 1;
  // A short run ends within a second that it began: 40 rows in 1.4 s are 28.6 a second.
  const took = finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1000 : begun;
  const span = Math.min(begun, Math.max(took, LEAST_S));
  const rows = sum((beat) => beat.rows);
  return {
    ofSubmitterAlone,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    seconds,
    rows,
    rowsPerSecond: Math.round((rows / span) * 10) / 10,
    requests: sum((beat) => beat.requests),
    retries: sum((beat) => beat.again),
    limited: sum((beat) => beat.limited),
    latency: latencies(beats),
  };
}

/** What an operation is called, in the order in which a payment meets them. */
export const OPERATION_WORDS = {
  token: 'Sign-in',
  getDeveloperBalances: 'Balances',
  uploadTransferDocument: 'Document',
  quoteTransfer: 'Quote',
  createTransfer: 'Transfer',
  createCustomer: 'Customer',
  uploadCustomerDocument: 'Document of a customer',
} as const satisfies Partial<Record<EndpointId, string>>;
type Operation = keyof typeof OPERATION_WORDS;

function latencies(beats: readonly Beat[]): Latency[] {
  const operations = Object.keys(OPERATION_WORDS) as Operation[]; // its keys
  return operations.flatMap((operation) => {
    const slots = new Map<number, number>();
    for (const { ms } of beats)
      for (const [slot, times] of Object.entries(ms[operation] ?? {}))
        slots.set(Number(slot), (slots.get(Number(slot)) ?? 0) + times);
    const count = [...slots.values()].reduce((all, one) => all + one, 0);
    if (count === 0) return [];
    const at = (share: number): number => percentile(slots, share * count);
    return [{ operation, count, p50: at(0.5), p95: at(0.95), p99: at(0.99) }];
  });
}

/** Milliseconds within which so many responses came. */
function percentile(slots: ReadonlyMap<number, number>, least: number): number {
  let seen = 0;
  for (const [slot, count] of [...slots].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= least) return rounded(msOfSlot(slot));
  }
  return 0;
}

const rounded = (ms: number): number => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms));
