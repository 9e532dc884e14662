// Sentences on a terminal: broken between words, so that none is torn apart at the edge. What is to be copied stays in one
// piece: commands, on a line of their own or within a sentence, and words that are longer than the line.
import { wrapped } from '../../files/plain.ts';
import { type Io } from '../io.ts';

/** Lines that stay whole: JSON and commands. A line that begins with `paybatch` and ends with a full stop is a sentence. */
const WHOLE = /^\s*(?:paybatch (?!.*[a-z]\.$)|[{[])/;

/**
 * A command within a sentence: its words, flags with what they take, quoted texts, and what has a capital, a figure or a sign of a
 * path in it. It ends with a comma or the like, or where plain words go on.
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
