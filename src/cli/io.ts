// What a command may use of the process. Tests pass their own.
import { PaybatchError } from '../errors.ts';
import { readSmallFile, SmallFileError } from '../files/small-file.ts';
import type { Say } from '../message.ts';
import { say } from '../words/say.ts';

export type Level = 'info' | 'warn' | 'error';

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly out: (text: string) => void;
  /** Waits until all output was taken. The system's code if not all of it, or of `err`, could be written. */
  readonly outFault?: () => Promise<string | undefined>;
  /** The result for programs (--json): printed even with --quiet. By default `out`. */
  readonly result?: (text: string) => void;
  /** `error`: printed even with --quiet. */
  readonly err: (text: string, level?: Level) => void;
  /** Whether everything but errors is printed only if the command fails (--quiet). */
  readonly isQuiet?: boolean;
  /** Writes one JSON object, if standard error is JSON for a log collector. */
  readonly log?: (level: Level, message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Whether standard error is a terminal: progress bar or log lines. */
  readonly errTerminal: boolean;
  /** Whether standard output is one: tables for people, or JSON for programs. */
  readonly outTerminal: boolean;
  /** All bytes of standard input. */
  readonly readInput: () => Promise<Buffer>;
  /** Whether a person can answer a question: standard input is a terminal. */
  readonly interactive: boolean;
  readonly columns: number;
  readonly ask: (question: string) => Promise<string>;
  /** The same, without showing the answer. */
  readonly askSecret?: (question: string) => Promise<string>;
  readonly onSignal: (listener: (name: string) => void) => void;
  /** The ledger gets no separate thread: starting one takes longer than writing the few rows of a test. */
  readonly singleThread?: boolean;
  readonly now: () => number;
  readonly random: () => number;
  /** Completes the commands in a text, so that they reach the same ledger (next-command.ts). `err` does it itself. */
  readonly asTyped: (text: string) => string;
}

/** Wrong use of the command line or the settings: exit code 2, one line. */
export class UsageError extends PaybatchError {
  override readonly name = 'UsageError';

  constructor(message: string, code = 'usage') {
    super(code, message);
  }
}

/** A setting, the config file or the machine is unusable. failure.ts adds what this means for the command. */
export class SettingError extends UsageError {
  /** `missing`: it is set nowhere. */
  readonly hint: 'missing' | undefined;

  constructor(message: string, code = 'usage', hint?: 'missing') {
    super(message, code);
    this.hint = hint;
  }
}

/** Before an address of the user is called. Without checked certificates, another server could receive the secret. */
export function refuseUncheckedTls({ env }: Pick<Io, 'env'>): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return;
  throw new SettingError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates: another server could pose as the service and receive the secret. Unset it. For your own certificate authority, set NODE_EXTRA_CA_CERTS',
    'tls',
  );
}

/** The result of `act`, or the PaybatchError that it throws. Other errors are defects and are rethrown. */
export function attempt<T>(act: () => T): { readonly value?: T; readonly problem?: PaybatchError } {
  try {
    return { value: act() };
  } catch (error) {
    if (error instanceof PaybatchError) return { problem: error };
    throw error;
  }
}

/** Errors: the only problem's own, or a {@link SettingError} that lists them. */
export function refuseProblems(heading: string, problems: readonly PaybatchError[]): void {
  const [first, second] = problems;
  if (!first) return;
  if (!second) throw first;
  const isMissing = problems.some((error) => error instanceof SettingError && error.hint === 'missing');
  const messages = problems.map(({ message }) => `\n  ${message}`);
  const all = `${problems.length} ${heading}:${messages.join('')}`;
  throw new SettingError(all, 'settings', isMissing ? 'missing' : undefined);
}

/** A small file that a flag or variable names. Errors: {@link SettingError} that begins with `place`. */
export function readNamed(path: string, limit: number, place: string, code?: string): string {
  try {
    return readSmallFile(path, limit);
  } catch (error) {
    if (error instanceof SmallFileError) throw new SettingError(`${place}: ${error.message}`, code);
    throw error;
  }
}

/** Sentences of messages, with commands as they have to be typed after this one. */
export const sayingAsTyped =
  (io: Pick<Io, 'asTyped'>): Say =>
  (message) =>
    io.asTyped(say(message));
