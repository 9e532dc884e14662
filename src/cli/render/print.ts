// Printing for all commands. Long lines are not wrapped, so that a command can be copied.
import type { Io } from '../io.ts';
import { plainTable, widthOf } from './table.ts';

/** Important words are red on a terminal with colours. */
export function inColour(text: string, { outTerminal, env }: Pick<Io, 'outTerminal' | 'env'>): string {
  if (!outTerminal || env['TERM'] === 'dumb' || (env['NO_COLOR'] ?? '') !== '') return text;
  return text.replace(/PERHAPS (?:PAID|CREATED)/g, (words) => `\u001b[1;31m${words}\u001b[0m`);
}

export const inWords = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `lines 3, 5, ...`. `count`: how many there are in all. */
export const linesText = (lines: readonly number[], count = lines.length): string =>
  `${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', ...' : ''}`;

/** Text with complete commands. */
export const printText = (io: Io, text: string): void => io.out(io.asTyped(text));

export const printTable = (
  io: Io,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): void => io.out(`${plainTable(head, rows, right, widthOf(io))}\n`);

/** The result for programs: printed with --quiet, too. */
export const printJson = (io: Io, value: unknown): void =>
  (io.result ?? io.out)(`${JSON.stringify(value)}\n`);

/** The result of a command: one object with --json, else sentences. Returns the exit code in it; by default 0. */
export function printResult(io: Io, asJson: boolean, result: object, text: string): number {
  if (asJson) printJson(io, result);
  else printText(io, text);
  return 'exitCode' in result && typeof result.exitCode === 'number' ? result.exitCode : 0;
}

const PART_CHARS = 256 * 1024;

/** A text of any length, in large parts, each after the reader has taken the one before. */
export async function printParts(io: Io, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length < PART_CHARS) continue;
    io.out(text);
    await io.outFault?.(); // a slow reader must not fill the memory
    text = '';
  }
  io.out(text);
}

export const warn = (io: Io, text: string): void => io.err(`paybatch: warning: ${text}\n`, 'warn');

export const isConfirmed = async (io: Io, question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await io.ask(`${question} Type yes: `)).trim());
