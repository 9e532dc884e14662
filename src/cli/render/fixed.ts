// What --fix did, and what it left: a path that is changed in a test and not in the client that it tests is half a change.
import { plainPath } from '../../files/plain.ts';
import type { Finding } from '../../lint/finding.ts';
import { inWords } from './in-words.ts';

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

const MAX_PLACES = 6;

/** Old paths that nobody could be certain of, with their places. `findings`: what is left. */
export function leftPathsText(findings: readonly Finding[]): string {
  const left = findings.filter(({ rule, fixable }) => rule === 'current-tenant-endpoint' && !fixable);
  if (left.length === 0) return '';
  const places = left.slice(0, MAX_PLACES).map(({ path, line }) => `${plainPath(path)}:${line}`);
  const more = left.length > MAX_PLACES ? ` and ${left.length - MAX_PLACES} more` : '';
  const [is, it] = left.length === 1 ? ['is', 'it'] : ['are', 'they'];
  return `${inWords(left.length, 'current-tenant path')} ${is} left, since it isn't certain that ${it} ${is} called at this service: ${places.join(', ')}${more}. A test or a mock of such a call may have been changed: look at both (--explain says why), and run your tests.\n`;
}
