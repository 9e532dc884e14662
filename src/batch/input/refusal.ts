// How a run ends before anything is sent. Both errors are promises as well: no request that creates something has left.
import { EXIT, PaybatchError } from '../../errors.ts';

/** The file, the settings or the state of things don't allow it: exit code 2. */
export class Refusal extends PaybatchError {
  override readonly name = 'Refusal';

  constructor(code: string, message: string, cause?: unknown) {
    super(code, message, { cause });
  }
}

/** A signal came first: exit code 4. */
export class StoppedEarly extends PaybatchError {
  override readonly name = 'StoppedEarly';

  constructor(message: string) {
    super('stopped', message, { exitStatus: EXIT.stopped });
  }
}
