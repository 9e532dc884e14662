// How many findings --fix changes, of how many.
import { inWords } from './prose.ts';

/** Of how many, so that nobody takes a change of some for one of all. */
export function fixedText(fixed: readonly { readonly fixes: number }[], all: number, dry: boolean): string {
  if (all === 0) return '';
  const count = fixed.reduce((sum, { fixes }) => sum + fixes, 0);
  const of = `${count} of ${inWords(all, 'finding')}`;
  const left = all - count;
  const others = count === 0 ? String(left) : left === 1 ? 'the other' : `the other ${left}`;
  const rest = left <= 0 ? '' : `; ${others} ${left === 1 ? 'is' : 'are'} left to you`;
  return `${of} ${dry ? 'would be fixed by --fix' : 'fixed'}${rest}\n`;
}
