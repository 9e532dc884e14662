// What every command prints in the same way, and sentences on a terminal: broken between words, so that none is torn
// apart at the edge. What is to be copied stays in one piece: commands, on a line of their own or within a sentence,
// and words that are longer than the line.
import { wrapped } from '../../files/plain.ts';
import type { Io } from '../io.ts';
import { plainTable, widthOf } from './table.ts';

/**
 * Lines that stay whole: JSON and commands. A line that begins with `paybatch` and ends with a full stop is a sentence.
 */
const WHOLE = /^\s*(?:paybatch (?!.*[a-z]\.$)|[{[])/;

/**
 * A command within a sentence: its words, flags with what they take, quoted texts, and what has a capital, a figure
 * or a sign of a path in it. It ends with a comma or the like, or where plain words go on.
 */
const COMMAND =
  /paybatch [a-z]+(?: [a-z]+(?= --))?(?:(?<![,;:.)]) (?:--[a-z-]+(?: [a-z]\S*)?|"[^"]*"|'[^']*'|[^\s"'(-]*[A-Z0-9_/.]\S*))*/g;

/** An amount and its currency. */
const AMOUNT = /\d [A-Z]{3,5}\b/g;

/** In place of a space that isn't broken at. */
const GLUE = '\u0001';

/** `width`: see widthOf. `hang`: the column in which a line goes on, where its own beginning isn't further in. */
export function prose(text: string, width: number, hang = 0): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width || WHOLE.test(line) ? line : broken(line, width, hang)))
    .join('\n');
}

function broken(line: string, width: number, hang: number): string {
  const glue = (whole: string): string => whole.replaceAll(' ', GLUE);
  const glued = line.replace(COMMAND, glue).replace(AMOUNT, glue);
  return wrapped(glued, width, hang).join('\n').replaceAll(GLUE, ' ');
}

/** What nobody may overlook has its colour, where there are any. */
export function inColour(text: string, { outTerminal, env }: Pick<Io, 'outTerminal' | 'env'>): string {
  if (!outTerminal || env['TERM'] === 'dumb' || (env['NO_COLOR'] ?? '') !== '') return text;
  return text.replace(/PERHAPS (?:PAID|CREATED)/g, (words) => `\u001b[1;31m${words}\u001b[0m`);
}

export const inWords = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

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

const PART_CHARS = 256 * 1024;

/** A text of any length: few writes, each when the one before was taken. */
export async function printParts(io: Io, parts: AsyncIterable<string> | Iterable<string>): Promise<void> {
  let text = '';
  for await (const part of parts) {
    text += part;
    if (text.length < PART_CHARS) continue;
    io.out(text);
    await io.outTaken?.();
    text = '';
  }
  io.out(text);
}

export const warn = (io: Io, text: string): void => io.err(`paybatch: warning: ${text}\n`, 'warn');

export const isConfirmed = async (io: Io, question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await io.ask(`${question} Type yes: `)).trim());
