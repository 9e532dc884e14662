// How a command is asked to end, how it stops early, and how it closes what it opened.
import { EXIT, PaybatchError } from '../../errors.ts';
import type { Message } from '../../message.ts';
import { inputMessage } from './messages.ts';

/** Signals on their way to a command. Listeners finish requests in progress at the first, and stop at the second. */
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

/** The file, the settings or the ledger do not allow the command: exit code 2. */
export class Refusal extends PaybatchError {
  override readonly name = 'Refusal';

  constructor(code: string, message: Message, cause?: unknown) {
    super(code, message, { cause });
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

/** Called once for each thing that was opened. */
export type AtEnd = (release: () => Promise<unknown>) => void;

/**
 * A command closes what it opened (a file, a ledger, a client) at its end, the last first. Every release is tried.
 * Errors: that of the work, else the first of a release.
 */
export async function withCleanup<T>(work: (atEnd: AtEnd) => Promise<T>): Promise<T> {
  const releases: (() => Promise<unknown>)[] = [];
  let end: PromiseSettledResult<T> = await settled(() => work((release) => releases.push(release)));
  for (const release of releases.reverse()) {
    const released = await settled(release);
    if (end.status === 'fulfilled' && released.status === 'rejected') end = released;
  }
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}

async function settled<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const [end] = await Promise.allSettled([(async () => work())()]);
  return end;
}

/** A run's id, such as `20261121-053000-a1b2c3` (UTC): random digits tell apart two runs of the same second. */
export function newRunId(from: { now(): number; random(): number }): string {
  const time = new Date(from.now()).toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const chance = Math.floor(from.random() * 2 ** 24);
  return `${time}-${chance.toString(16).padStart(6, '0')}`;
}
