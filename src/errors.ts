// What every failure has in common that a person learns of: a stable code, and the exit status that a command ends
// with. Anything that is not a PaybatchError is a defect. Below every room, so that each can throw its own.
import { type Message, type Say, verbatim } from './message.ts';

/** The exit statuses (README, Exit codes), by what they say. */
export const EXIT = {
  ok: 0,
  /** Some rows are invalid, rejected or failed. */
  refusedRows: 1,
  /** Usage, settings or input are unusable, or a guard refused: nothing was sent. */
  unusable: 2,
  /** Some row is in doubt. */
  inDoubt: 3,
  /** Stopped early: running it again continues. */
  stopped: 4,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

const speech: { say: Say } = { say: ({ code, params }) => `${code} ${JSON.stringify(params)}` };

/** From now on an error's own text is a sentence: for stack traces, and for programs that use the library. */
export function speakWith(say: Say): void {
  speech.say = say;
}

export abstract class PaybatchError extends Error {
  /** Stable, for programs: `{error: {code}}` of `--json`. */
  readonly code: string;
  readonly exitStatus: ExitStatus;
  /** What went wrong. */
  readonly told: Message;

  protected constructor(
    code: string,
    told: Message | string,
    { cause, exitStatus = EXIT.unusable }: { cause?: unknown; exitStatus?: ExitStatus } = {},
  ) {
    super(undefined, cause === undefined ? undefined : { cause });
    this.code = code;
    this.told = typeof told === 'string' ? verbatim(told) : told;
    this.exitStatus = exitStatus;
  }

  override get message(): string {
    return speech.say(this.told);
  }
}

/** An error as a message: of anything but ours its text. */
export const toldBy = (error: unknown): Message =>
  error instanceof PaybatchError
    ? error.told
    : verbatim(error instanceof Error ? error.message : String(error));
