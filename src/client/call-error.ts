// Why a call can't be made: nothing was sent.
import { PaybatchError } from '../errors.ts';

export class CallError extends PaybatchError {
  override readonly name = 'CallError';

  constructor(code: 'address' | 'amount' | 'path_parameter', message: string) {
    super(code, message);
  }
}
