// What the commands on a file share, and how they end. Types, and the payment history that they compare with.
import type { RunControl } from '../../../batch/input/control.ts';
import type { HistorySettings } from '../../../batch/input/settings.ts';
import type { GivenPlan } from '../../../batch/plan/approved/approved.ts';
import type { RunEnd } from '../../../batch/results/run-end.ts';
import type { Io } from '../../io.ts';
import type { Progress } from '../../render/progress.ts';
import type { StoryName } from '../../render/summary.ts';
import type { Settings } from '../../settings.ts';
import type { fileSettings } from './arguments.ts';
import type { FileArgs } from './from-plan.ts';

export interface Work {
  readonly mode: StoryName;
  readonly args: FileArgs;
  readonly given: GivenPlan | undefined;
  readonly io: Io;
  readonly settings: Settings;
  readonly file: Awaited<ReturnType<typeof fileSettings>>;
  readonly progress: Progress;
  readonly control: RunControl;
  readonly runId: string;
}

export interface Ended {
  readonly end: RunEnd;
  readonly environment: string | null;
  /** Printed after the summary. */
  readonly epilogue: string;
}

/** With --alike-ok rows are not compared with payments under other references. */
export const historyOf = (
  settings: Settings,
  { accept, 'alike-ok': alikeOk }: Pick<FileArgs, 'accept' | 'alike-ok'>,
): HistorySettings => ({
  ...settings.history(accept),
  alikeDays: alikeOk ? undefined : settings.integer('alikeDays'),
  look: async () => (await import('../../ledger-access.ts')).openToLook(settings),
});
