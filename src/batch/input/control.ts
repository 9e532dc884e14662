// How a command learns that it has to end, how it stops early, and how it closes what it opened.
import { EXIT, PaybatchError } from '../../errors.ts';
import type { Message } from '../../message.ts';
import { inputMessage } from './messages.ts';

/** The way in for signals. The first drains, the second stops at once; what that means is up to who listens. */
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

/** The file, the settings or the state of things don't allow it: exit code 2. */
export class Refusal extends PaybatchError {
  override readonly name = 'Refusal';

  /** What there is to be done about it: of several refusals of one code. */
  readonly remedy: string;

  constructor(code: string, message: Message, cause?: unknown, remedy = code) {
    super(code, message, { cause });
    this.remedy = remedy;
  }
}

/** A signal came first: exit code 4. */
export class StoppedEarly extends PaybatchError {
  override readonly name = 'StoppedEarly';

  constructor(message: Message) {
    super('stopped', message, { exitStatus: EXIT.stopped });
  }
}

/** The ledger failed after rows were queued in it for all hosts, which may have sent some: exit code 4. */
export class CutOff extends PaybatchError {
  override readonly name = 'CutOff';

  constructor({ code, told }: PaybatchError, runId: string) {
    super(code, inputMessage('ledger_lost', { why: told, runId }), { exitStatus: EXIT.stopped });
  }
}

/** Called once for each thing that was taken. */
export type Hold = (release: () => Promise<unknown>) => void;

/**
 * A command closes what it opened (a file, a ledger, a client) at its end, the last first. Every release is tried. The
 * first one that fails is told only if the work itself did not fail.
 */
export async function releasing<T>(work: (hold: Hold) => Promise<T>): Promise<T> {
  const releases: (() => Promise<unknown>)[] = [];
  let failure: { readonly error: unknown } | undefined;
  let done: { readonly value: T } | undefined;
  try {
    done = { value: await work((release) => releases.push(release)) };
  } catch (error) {
    failure = { error };
  }
  for (const release of releases.reverse()) {
    try {
      await release();
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure) throw failure.error;
  if (!done) throw new Error('work that neither ended nor failed');
  return done.value;
}

/** A run's id, such as `20261121-053000-a1b2c3` (UTC): chance tells two apart that began in the same second. */
export function newRunId(from: { now(): number; random(): number }): string {
  const time = new Date(from.now()).toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const chance = Math.floor(from.random() * 2 ** 24);
  return `${time}-${chance.toString(16).padStart(6, '0')}`;
}
