// What is said of files that were not read, or not whole. Pure.
import type { Unread } from '../finding.ts';

/** For a sentence that begins with the file's name. */
export const unreadText = ({ why, partly }: Unread): string =>
  `${partly ? 'was read only in part' : 'could not be read'}: ${why}`;

/** How many they are, for the last line. */
export function unreadCounts(all: readonly Unread[]): string[] {
  const part = all.filter(({ partly }) => partly).length;
  const none = all.length - part;
  return [...(none > 0 ? [`${none} could not be read`] : []), ...(part > 0 ? [`${part} only in part`] : [])];
}
