// What a run is told, and what it tells. Types, and the errors that end a run before anything is sent.
import type { ClientOptions } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import { EXIT, PaybatchError } from '../errors.ts';
import type { FileKind } from '../interface/file-kind.ts';
import type { Profile } from '../interface/profile.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { FileFacts, Guards } from './input/facts.ts';
import type { Warning } from './input/warnings.ts';
import type { Tally } from './results/tally.ts';
import type { CrashPoint, RunLog } from './send/context.ts';

export interface FileSettings {
  readonly file: string;
  readonly results: string;
  readonly kind?: FileKind | undefined;
  readonly delimiter?: string | undefined;
  readonly map?: ReadonlyMap<string, string> | undefined;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly documentsDir: string;
  readonly batchId?: string | undefined;
  readonly guards: Guards;
}

export interface ProgressReport {
  readonly done: number;
  readonly total: number;
  readonly refused: number;
  readonly inDoubt: number;
}

/** What the caller may be told while a run goes on. */
export interface RunHooks {
  readonly log: RunLog;
  /** The whole file has been looked at. `false` ends the run before anything is sent. */
  readonly confirm?: (facts: FileFacts) => Promise<boolean>;
  readonly checked?: (facts: FileFacts, warnings: readonly Warning[]) => void;
  /** Something that the operator should know before money moves. */
  readonly notice?: (text: string) => void;
  /** A row that was stopped here, refused, failed or is in doubt. */
  readonly problem?: (line: number, status: string, message: string) => void;
  readonly progress?: (report: ProgressReport) => void;
  readonly at?: (point: CrashPoint, reference: string) => void;
}

export interface LiveSettings extends FileSettings {
  readonly retry: string;
  readonly client: Omit<ClientOptions, 'profile' | 'concurrency'>;
  readonly openLedger: () => Ledger;
  readonly concurrency: number;
  readonly quote: boolean;
  readonly haltAfter: number;
  /** Refuses unless the developer's balance covers the rows that it funds. */
  readonly requireFunds: boolean;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface RunEnd {
  readonly runId: string;
  readonly batchId: string;
  readonly tally: Tally;
  readonly facts: FileFacts;
  readonly exitCode: number;
  /** Why it stopped early; empty when it didn't. */
  readonly stopped: string;
  /** `null` when the results could not be written: the ledger has every row. */
  readonly results: string | null;
  readonly retry: string | null;
  readonly durationMs: number;
  /** What doesn't add up: empty, or a defect or a changed file. */
  readonly footing: readonly string[];
}

/** Ends a run before anything was sent: exit code 2. */
export class Refusal extends PaybatchError {
  override readonly name = 'Refusal';

  constructor(code: string, message: string, cause?: unknown) {
    super(code, message, { cause });
  }
}

/** A signal came before anything was sent: exit code 4. */
export class StoppedEarly extends PaybatchError {
  override readonly name = 'StoppedEarly';

  constructor(message: string) {
    super('stopped', message, { exitStatus: EXIT.stopped });
  }
}

/** The way in for signals. The first drains, the second stops at once. */
export class RunControl {
  signals = 0;
  #listeners: ((signals: number) => void)[] = [];

  signal(): void {
    this.signals++;
    for (const listener of this.#listeners) listener(this.signals);
  }

  onSignal(listener: (signals: number) => void): void {
    this.#listeners.push(listener);
    if (this.signals > 0) listener(this.signals);
  }
}
