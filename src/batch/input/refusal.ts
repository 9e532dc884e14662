// How a run ends before its time. The first two errors are promises as well: no request that creates something has left.
import { EXIT, PaybatchError } from '../../errors.ts';

/** The file, the settings or the state of things don't allow it: exit code 2. */
export class Refusal extends PaybatchError {
  override readonly name = 'Refusal';

  /** What there is to be done about it: of several refusals of one code. */
  readonly remedy: string;

  constructor(code: string, message: string, cause?: unknown, remedy = code) {
    super(code, message, { cause });
    this.remedy = remedy;
  }
}

/** A signal came first: exit code 4. */
export class StoppedEarly extends PaybatchError {
  override readonly name = 'StoppedEarly';

  constructor(message: string) {
    super('stopped', message, { exitStatus: EXIT.stopped });
  }
}

/** The ledger failed after rows were queued in it for all hosts, who may be sending them: exit code 4. */
export class CutOff extends PaybatchError {
  override readonly name = 'CutOff';

  constructor({ code, message }: PaybatchError) {
    super(
      code,
      `${message}. Rows that were queued before are sent by the workers of that ledger; the same command continues with the rest`,
      { exitStatus: EXIT.stopped },
    );
  }
}
