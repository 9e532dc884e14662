// An error as one clear line and an exit code.
import { InputError } from '../csv/errors.ts';
import { UsageError, type Io } from './io.ts';

/** By name, so that an error's class doesn't have to be loaded to be recognised. */
const UNUSABLE = new Set(['Refusal', 'LedgerError', 'AddressError']);

export function failure(error: unknown, json: boolean, verbose: boolean, io: Io): number {
  const known = describe(error);
  if (json)
    io.out(
      `${JSON.stringify({ error: { code: known.code, message: known.message }, exitCode: known.exitCode })}\n`,
    );
  io.err(`paybatch: ${known.message}\n`);
  if (verbose && error instanceof Error && error.stack !== undefined) io.err(`${error.stack}\n`);
  return known.exitCode;
}

function describe(error: unknown): { code: string; message: string; exitCode: number } {
  if (error instanceof InputError || error instanceof UsageError) {
    return { code: error.code, message: error.message, exitCode: 2 };
  }
  if (error instanceof Error && UNUSABLE.has(error.name)) {
    const code =
      'code' in error && typeof error.code === 'string'
        ? error.code
        : error.name.replace('Error', '').toLowerCase();
    return { code, message: error.message, exitCode: 2 };
  }
  if (error instanceof Error && error.name === 'StoppedEarly') {
    return { code: 'stopped', message: error.message, exitCode: 4 };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `a defect in paybatch: ${message}. What was sent stands in the ledger; running again continues from there (--verbose shows where)`,
    exitCode: 4,
  };
}
