// A response of the service: as it came for programs, indented for people. Numbers keep their digits.
import { parse, stringify } from 'lossless-json';

import { plainLines } from '../../files/plain.ts';
import type { Io } from '../io.ts';

export function answerText(text: string, { outTerminal }: Pick<Io, 'outTerminal'>, json: boolean): string {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return `${plainLines(text)}\n`;
  }
  return json || !outTerminal
    ? `${text.trimEnd()}\n`
    : `${plainLines(stringify(value, undefined, 2) ?? '')}\n`;
}
