// What stands behind a name or a value that is not known.
import type { KnownValues } from '../csv/suggest.ts';

/** ` (did you mean X?)`, or nothing. */
export const meantText = (meant: string | undefined): string =>
  meant === undefined ? '' : ` (did you mean ${meant}?)`;

export function nearText(near: KnownValues): string {
  if ('meant' in near) return meantText(near.meant);
  return near.values.length === 0 ? '' : ` (${near.values.join(', ')})`;
}
