// "Did you mean" for commands and flags.
import { didYouMean, suggest } from '../csv/suggest.ts';

export const suggestCommand = didYouMean;

export function suggestFlag(name: string, flags: readonly string[]): string {
  const near = suggest(name, flags);
  return near === undefined ? '' : ` (did you mean --${near}?)`;
}
