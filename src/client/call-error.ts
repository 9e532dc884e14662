// Why a call can't be made: nothing was sent.
import { PaybatchError } from '../errors.ts';

export class CallError extends PaybatchError {
  override readonly name = 'CallError';

  /** `where`: the setting, field or operation. */
  constructor(code: 'address' | 'amount' | 'path_parameter', where: string, problem: string) {
    super(code, `${where}: ${problem}`);
  }
}
