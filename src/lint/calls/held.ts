// What a test or a mock names, whatever stands there: where --fix changes the call of such a path, somebody has to see to it.
import type { Held } from '../model/finding.ts';
import type { Span } from '../model/model.ts';
import { isTestFile } from '../model/tests.ts';
import { along } from './along.ts';

/** The path, whole, or the end of an address. Bounded: 200 characters. */
const QUOTED = /["'`][^\s"'`\\]{0,200}\/(current-tenant(?![\w-])[^\s"'`\\?#]{0,200})\\?["'`]/g;

export function heldIn(
  path: string,
  text: string,
  comments: readonly Span[],
  lineOf: (at: number) => number,
): Held[] {
  if (!isTestFile(path) || !text.includes('/current-tenant')) return [];
  const commentAt = along(comments);
  return [...text.matchAll(QUOTED)].flatMap(({ index, 0: whole, 1: tail = '' }): Held[] => {
    const place = { start: index, end: index + whole.length };
    return commentAt(place).length > 0 ? [] : [{ line: lineOf(index + whole.indexOf(tail)), tail }];
  });
}
