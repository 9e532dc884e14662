// --fix: the safe fixes at high confidence, by byte range, until nothing more is certain: one that is mended may make others
// certain. A file is written whole or not at all, and only if it is better afterwards.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { writeWhole } from '../files/atomic-file.ts';
import type { Finding } from './finding.ts';
import { hashOf, shownLines } from './finding-of.ts';
import { windowOf } from './format/text.ts';
import type { Shown } from './lines.ts';
import { whyLeft } from './may-fix.ts';
import { type ScanSettings, scanText } from './scan.ts';
import { bytesOf, openSource, type Source, textOf } from './source.ts';

export interface Fixed {
  readonly path: string;
  readonly fixes: number;
  /** What would change, for people: a unified diff without values. Empty once it was changed. */
  readonly diff: string;
  /** Why the file was left as it is. */
  readonly left?: string;
}

/** Nothing is written, and what would be is shown in lines of such a width. */
type Dry = false | { readonly width: number };

export async function applyFixes(
  cwd: string,
  findings: readonly Finding[],
  settings: ScanSettings,
  dry: Dry,
): Promise<Fixed[]> {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    const own = byPath.get(finding.path);
    if (own) own.push(finding);
    else byPath.set(finding.path, [finding]);
  }
  const fixed: Fixed[] = [];
  for (const [path, own] of byPath)
    if (own.some(({ fix }) => fix)) fixed.push(await fixFile(cwd, path, own, settings, dry));
  return fixed;
}

async function fixFile(
  cwd: string,
  path: string,
  findings: readonly Finding[],
  settings: ScanSettings,
  dry: Dry,
): Promise<Fixed> {
  const file = resolve(cwd, path);
  const left = (why: string): Fixed => ({ path, fixes: 0, diff: '', left: why });
  const why = whyLeft(file, cwd);
  if (why !== undefined) return left(why);
  const opened = openSource(file);
  if (!('bytes' in opened)) return left('it can no longer be read');
  const before = textOf(opened);
  const certain = findings.filter(({ fix }) => fix);
  if (certain.some(({ fix }) => fix?.of !== hashOf(before))) return left(CHANGED);
  const done = await fixedPoint(path, before, findings, settings);
  if (done === undefined) return left('the change would not have made it better, so it was taken back');
  const { after, fixes } = done;
  if (dry) return { path, fixes, diff: await diffOf(path, before, after, dry.width) };
  const refused = await write(file, opened, bytesOf(after, opened));
  return refused === undefined ? { path, fixes, diff: '' } : left(refused);
}

/** More would be needed only where each mend makes a single other one certain. */
const MAX_ROUNDS = 20;

/** The text when nothing in it is certain any more, unless that is no better. `reported`: what a baseline holds isn't, and stays. */
async function fixedPoint(
  path: string,
  before: string,
  reported: readonly Finding[],
  settings: ScanSettings,
): Promise<{ after: string; fixes: number } | undefined> {
  const scanned = async (text: string): Promise<Finding[]> =>
    (await scanText(path, text, { neighbour: false }, settings)).findings;
  const first = await scanned(before);
  // What other files tell of it isn't seen here.
  const seen = new Set(first.map(({ fingerprint }) => fingerprint));
  const all = first.length + reported.filter(({ fix, fingerprint }) => fix && !seen.has(fingerprint)).length;
  const known = new Map(reported.map((finding) => [finding.fingerprint, finding]));
  // Lines keep their number; a finding's mark changes with its line. What other files spoke against is not mended here.
  const isKept = ({ fingerprint, fix, doubted }: Finding): boolean =>
    doubted === true ||
    !known.has(fingerprint) ||
    (fix !== undefined && known.get(fingerprint)?.fix === undefined);
  const kept = new Set(first.filter(isKept).map(({ line }) => line));
  let after = before;
  let fixes = 0;
  let wanted = reported.filter(({ fix }) => fix);
  for (let round = 0; wanted.length > 0; round++) {
    const text = replaced(after, wanted);
    if (text === after || round === MAX_ROUNDS) return undefined;
    after = text;
    fixes += wanted.length;
    const rest = await scanned(after);
    if (rest.length > all - fixes) return undefined;
    wanted = rest.filter(({ fix, line }) => fix && !kept.has(line));
  }
  return { after, fixes };
}

const CHANGED = 'it was changed after it had been scanned: run --fix again';

/** Over the file, unless somebody has written to it meanwhile. Returns why not. */
async function write(file: string, { bytes: old }: Source, bytes: Buffer): Promise<string | undefined> {
  const now = openSource(file);
  if (!('bytes' in now) || !now.bytes.equals(old)) return CHANGED;
  try {
    await writeWhole(file, bytes, statSync(file).mode & 0o7777);
    return undefined;
  } catch (error) {
    return `it can't be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`; // Node's error
  }
}

export function replaced(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap(({ fix }) => (fix ? [fix] : [])).sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const fix of fixes) {
    parts.push(text.slice(at, fix.start), fix.text);
    at = fix.end;
  }
  return [...parts, text.slice(at)].join('');
}

/** Lines keep their number: each changed line stands alone, without its values, as anywhere else. */
async function diffOf(path: string, before: string, after: string, width: number): Promise<string> {
  const [old, now] = [before, after].map((text) => text.split('\n'));
  const [oldShown, nowShown] = [await shownLines(path, before), await shownLines(path, after)];
  const lines = [`--- a/${path}`, `+++ b/${path}`];
  old?.forEach((line, i) => {
    const other = now?.[i] ?? '';
    if (line === other) return;
    const [start, end] = changed(line, other);
    lines.push(
      `@@ -${i + 1} +${i + 1} @@`,
      `-${cut(oldShown(i, start, line.length - end), width - 1)}`,
      `+${cut(nowShown(i, start, other.length - end), width - 1)}`,
    );
  });
  return `${lines.join('\n')}\n`;
}

const cut = ({ text, caret }: Shown, width: number): string => text.slice(...windowOf(text, caret, width));

/** How many characters two lines begin and end with together. */
function changed(line: string, other: string): [number, number] {
  const most = Math.min(line.length, other.length);
  let start = 0;
  while (start < most && line[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && line.at(-1 - end) === other.at(-1 - end)) end++;
  return [start, end];
}
