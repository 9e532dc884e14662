// What is said of files that were not read, or not whole, and of calls that a setting keeps from being told. Pure.
import { plainPath } from '../../files/plain.ts';
import type { Finding, HostAside, Report, Unread } from '../model/finding.ts';

/** For a sentence that begins with the file's name. */
export const unreadText = ({ why, partly }: Unread): string =>
  `${partly ? 'was read only in part' : 'could not be read'}: ${why}`;

/** What was passed over, by the reason: `1 lock file, 3 binary`. */
export const skippedText = (skipped: Report['skipped']): string =>
  [...skipped].map(([why, count]) => `${count} ${count === 1 ? singular(why) : why}`).join(', ');

const singular = (why: string): string =>
  // Names of files are left as they are.
  why
    .replace(/^workbooks\b/, 'workbook')
    .replace('links that lead', 'link that leads')
    .replace('they were', 'it was')
    .replace(/^((?:\w+ )*)(file|folder|report)s\b/, '$1$2');

/** How many they are, for the last line. */
export function unreadCounts(all: readonly Unread[]): string[] {
  const part = all.filter(({ partly }) => partly).length;
  const none = all.length - part;
  return [...(none > 0 ? [`${none} could not be read`] : []), ...(part > 0 ? [`${part} only in part`] : [])];
}

/** How many findings are hidden that a run without --min-confidence tells of. */
export const unshownIn = ({ unshown }: { readonly unshown: readonly Finding[] }): number =>
  unshown.filter(({ confidence }) => confidence !== 'low').length;
export const unshownText = (count: number): string[] =>
  count === 0 ? [] : [`${count} less sure ${count === 1 ? 'is' : 'are'} not shown (--min-confidence)`];

/** For the end: a host that isn't the service's by the config file, which may be mistyped or not whole there. */
export function asideText({ host, count, path, line }: HostAside): string {
  const uses = count === 1 ? '1 use' : `${count} uses`;
  const more = count === 1 ? '' : ' and further';
  return `${uses} at ${host} ${count === 1 ? 'is' : 'are'} not reported: it is not in lint.hosts (${plainPath(path)}:${line}${more})`;
}
