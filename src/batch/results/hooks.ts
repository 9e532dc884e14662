// What a run reports to its caller.
import type { Message } from '../../message.ts';
import type { FileFacts, SendPreview } from '../input/facts.ts';
import type { Warning } from '../input/warnings.ts';
import type { RowResult } from './result.ts';

export interface ProgressReport {
  readonly done: number;
  readonly total: number;
  readonly refused: number;
  readonly inDoubt: number;
}

/** Named points at which the crash tests kill the process. */
export const CRASH_POINTS = [
  'before-upload',
  'after-upload',
  'after-quote',
  'before-intent',
  'after-intent',
  'after-answer',
  'after-outcome',
  'before-results',
  'after-results',
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

export interface RunHooks {
  /** The start and the end of a run, for a log. Parameters never hold bodies, secrets or personal data. */
  readonly log?: (event: Message) => void;
  /**
   * The whole file was read. `preview`: what the run would do with its rows. `false` ends the run before anything is
   * sent.
   */
  readonly confirm?: (facts: FileFacts, preview: SendPreview) => Promise<boolean>;
  readonly checked?: (facts: FileFacts, warnings: readonly Warning[]) => void;
  /** What the operator must know, and what does not stop the run. */
  readonly notice?: (message: Message) => void;
  /** A row that is invalid, refused, failed or in doubt. */
  readonly problem?: (line: number, status: string, message: Message | undefined) => void;
  readonly progress?: (report: ProgressReport) => void;
  readonly reached?: (point: CrashPoint, reference: string) => void;
}

/** Reports a row that did not end well. Rows that a stopped run or wallet left are reported together at the end. */
export function reportProblem(
  hooks: Pick<RunHooks, 'problem'>,
  { line }: { readonly line: number },
  { status, errorCode, message }: RowResult,
): void {
  const isLeft = status === 'not_sent' && (errorCode === 'stopped' || errorCode === 'insufficient_funds');
  // `corrected`: paid with other content than this row has. A person must know.
  const isGood = ['created', 'duplicate', 'quoted'].includes(status) && errorCode !== 'corrected';
  if (!isLeft && !isGood) hooks.problem?.(line, status, message);
}
