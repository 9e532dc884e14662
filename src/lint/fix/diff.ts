// What --fix-dry-run shows: of each place that would change its line before and after, without values, one below the other.
import { windowOf } from '../format/text.ts';
import type { Shown } from '../model/lines.ts';
import { shownLines } from '../scan/finding-of.ts';
import { changedIn, NEW, OLD } from './mended.ts';

/** What belongs to the path before the segment, and is no value. */
const AHEAD = /(?:\\?\/)?(?:api\\?\/)?(?:v1\\?\/)?$/;
const FAR = 20;
const CUT = '…';

/** Lines keep their number: each place stands alone, as anywhere else. */
export async function diffOf(path: string, before: string, after: string, width: number): Promise<string> {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const [oldShown, nowShown] = [await shownLines(path, before), await shownLines(path, after)];
  const lines = [`--- a/${path}`, `+++ b/${path}`];
  for (const [i, line] of old.entries()) {
    const other = now[i] ?? '';
    if (line === other) continue;
    lines.push(`@@ -${i + 1} +${i + 1} @@`);
    changedIn(line, other).forEach((at, place) => {
      const from = at - (AHEAD.exec(line.slice(Math.max(0, at - FAR), at))?.[0].length ?? 0);
      const shift = place * (NEW.length - OLD.length);
      const pair = [oldShown(i, from, at + OLD.length), nowShown(i, from + shift, at + shift + NEW.length)];
      const [minus = '', plus = ''] = alike(pair, width - 1);
      lines.push(`-${minus}`, `+${plus}`);
    });
  }
  return `${lines.join('\n')}\n`;
}

/** Both cut at the same place, with a sign where something was cut off. */
function alike(pair: readonly Shown[], width: number): string[] {
  const least = Math.min(...pair.map(({ caret }) => caret));
  const texts = pair.map(({ text, caret }) => text.slice(caret - least));
  const isCut = pair.some(({ caret }) => caret > least);
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  const [from, to] = windowOf(longest, least, width);
  return texts.map((text) => {
    const part = text.slice(from, to);
    const begun = from > 0 || isCut ? CUT + part.slice(1) : part;
    return to < text.length ? begun.slice(0, -1) + CUT : begun;
  });
}
