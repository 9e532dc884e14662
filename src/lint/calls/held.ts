// What a test or a mock names, whatever stands there: where --fix changes the call of such a path, somebody has to see to it.
import type { Held } from '../model/finding.ts';
import type { Span } from '../model/model.ts';
import { isTestFile } from '../model/tests.ts';
import { along } from './along.ts';

/** The path, whole, or the end of an address. Bounded: 200 characters. */
const QUOTED = /["'`][^\s"'`\\]{0,200}\/(current-tenant(?![\w-])[^\s"'`\\?#]{0,200})\\?["'`]/g;
/** Its last part alone: what an address is held to end with, and a key of what a fake server answers. Bounded: 80 characters. */
const BARE =
  /(?:(?:suffix|ends_?with|contains|includes)\w{0,10}\([^()"'`\n]{0,80}["'`](current-tenant)["'`]|["'](current-tenant)["']\s{0,4}:\s{0,4}[{[])/gi;

export function heldIn(
  path: string,
  text: string,
  comments: readonly Span[],
  lineOf: (at: number) => number,
): Held[] {
  if (!isTestFile(path) || !text.includes('current-tenant')) return [];
  const commentAt = along(comments);
  return [...text.matchAll(QUOTED), ...text.matchAll(BARE)].flatMap(
    ({ index, 0: whole, 1: one, 2: key }): Held[] => {
      const tail = one ?? key ?? '';
      const place = { start: index, end: index + whole.length };
      return commentAt(place).length > 0 ? [] : [{ line: lineOf(index + whole.indexOf(tail)), tail }];
    },
  );
}
