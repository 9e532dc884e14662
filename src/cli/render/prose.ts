// Sentences on a terminal: broken between words, so that none is torn apart at the edge. What is to be copied stays in one
// piece: commands on a line of their own, and words that are longer than the line.
import { wrapped } from '../../files/wrapped.ts';
import type { Io } from '../io.ts';

/** Lines that are no prose: commands, JSON. */
const WHOLE = /^\s*(?:paybatch |[{[])/;

/** `width`: see widthOf. `hang`: the column in which a line goes on, where its own beginning isn't further in. */
export function prose(text: string, width: number, hang = 0): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width || WHOLE.test(line) ? line : wrapped(line, width, hang).join('\n')))
    .join('\n');
}

/** What nobody may overlook has its colour, where there are any. */
export function inColour(text: string, { outTerminal, env }: Pick<Io, 'outTerminal' | 'env'>): string {
  if (!outTerminal || env['TERM'] === 'dumb' || (env['NO_COLOR'] ?? '') !== '') return text;
  return text.replace(/PERHAPS (?:PAID|CREATED)/g, (words) => `\u001b[1;31m${words}\u001b[0m`);
}
