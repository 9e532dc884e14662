// What every command prints in the same way: sentences, tables, JSON, warnings, and a question.
import type { Io } from '../io.ts';
import { prose } from './prose.ts';
import { plainTable, widthOf } from './table.ts';

/** Sentences: wrapped to the terminal, and with commands that can be copied. */
export const printText = (io: Io, text: string, hang = 0): void =>
  io.out(prose(io.asTyped(text), widthOf(io), hang));

export const printTable = (
  io: Io,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): void => io.out(`${plainTable(head, rows, right, widthOf(io))}\n`);

/** The result for programs: printed with --quiet, too. */
export const printJson = (io: Io, value: unknown): void =>
  (io.result ?? io.out)(`${JSON.stringify(value)}\n`);

/** The result of a command: one object with --json, else sentences. */
export function printResult(io: Io, asJson: boolean, result: unknown, text: string, hang = 0): void {
  if (asJson) printJson(io, result);
  else printText(io, text, hang);
}

export const warn = (io: Io, text: string): void => io.err(`paybatch: warning: ${text}\n`, 'warn');

export const isConfirmed = async (io: Io, question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await io.ask(`${question} Type yes: `)).trim());
