// What every failure that a person is told about has in common: a stable code, and the exit status that a command ends
// with. Anything that is not a PaybatchError is a defect. Below every room, so that each can throw its own.

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

export abstract class PaybatchError extends Error {
  /** Stable, for programs: `{error: {code}}` of `--json`. */
  readonly code: string;
  readonly exitStatus: ExitStatus;

  protected constructor(
    code: string,
    message: string,
    { cause, exitStatus = EXIT.unusable }: { cause?: unknown; exitStatus?: ExitStatus } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.exitStatus = exitStatus;
  }
}
