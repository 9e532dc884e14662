// An error as one clear line and an exit code.
import { EXIT, PaybatchError } from '../errors.ts';
import type { Io } from './io.ts';

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
  if (error instanceof PaybatchError) {
    return { code: error.code, message: error.message, exitCode: error.exitStatus };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `a defect in paybatch: ${message}. What was sent stands in the ledger; running again continues from there (--verbose shows where)`,
    exitCode: EXIT.stopped,
  };
}
