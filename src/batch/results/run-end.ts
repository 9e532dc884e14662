// The end of a command on a file, and the signature of such commands.
import type { Message } from '../../message.ts';
import type { RunControl } from '../input/control.ts';
import type { FileFacts, SendPreview } from '../input/facts.ts';
import type { FileSettings } from '../input/settings.ts';
import type { Checked } from '../input/survey.ts';
import type { RunHooks } from './hooks.ts';
import type { CurrencyCost, RowSums, Tally } from './tally.ts';

export interface RunEnd {
  readonly runId: string;
  readonly batchId: string;
  readonly tally: Tally;
  /** Of these, rows whose status an earlier run gave. */
  readonly earlier: Tally;
  readonly facts: FileFacts;
  readonly exitCode: number;
  /** Why it stopped early; `undefined` when it didn't. */
  readonly stopped: Message | undefined;
  /** `null` when the results could not be written: the ledger has every row. */
  readonly results: string | null;
  readonly retry: string | null;
  /** The text with the reasons. */
  readonly reasons: string | null;
  readonly cost: readonly CurrencyCost[];
  readonly durationMs: number;
  /** Sums that don't add up, because of a defect or a changed file. */
  readonly footing: readonly Message[];
  /** Of a check or quote that reads the ledger: what a run would do. */
  readonly preview?: SendPreview | undefined;
  /** Rejected rows that were refused for lack of funds. */
  readonly short?: number | undefined;
  /** The ledger was removed or replaced during the run: the results are the only record. */
  readonly ledgerGone?: boolean;
}

export const UNWRITTEN = {
  results: null,
  retry: null,
  reasons: null,
  cost: [],
  footing: [],
} as const satisfies Partial<RunEnd>;

/** The end of a command that sends nothing (check, quote). */
export function unsentEnd(
  { batchId, results }: Pick<FileSettings, 'batchId' | 'results'>,
  { hash, facts }: Checked,
  sums: RowSums,
  run: Pick<RunEnd, 'runId' | 'stopped' | 'durationMs'>,
): RunEnd {
  const end = sums.end(facts, run.stopped);
  return { ...UNWRITTEN, ...end, ...run, batchId: batchId ?? hash, results };
}

/** run, check and quote. Errors: a PaybatchError before anything is sent; afterwards every row has a result. */
export type FileCommand<Settings> = (
  settings: Settings,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
) => Promise<RunEnd>;
