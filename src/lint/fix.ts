// --fix: the safe fixes at high confidence, by byte range. A file is written whole or not at all, and only if it is
// better afterwards.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, openSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';

import { writeAllSync } from '../files/write-all.ts';
import type { Finding } from './finding.ts';
import { type ScanSettings, scanText } from './scan.ts';
import { bytesOf, openSource, textOf } from './source.ts';

export interface Fixed {
  readonly path: string;
  readonly fixes: number;
  /** Unified diff of what changed, or would. */
  readonly diff: string;
  /** Why the file was left as it is. */
  readonly left?: string;
}

export async function applyFixes(
  cwd: string,
  findings: readonly Finding[],
  settings: ScanSettings,
  dry: boolean,
): Promise<Fixed[]> {
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.fix) byPath.set(finding.path, [...(byPath.get(finding.path) ?? []), finding]);
  }
  const fixed: Fixed[] = [];
  for (const [path, own] of byPath) fixed.push(await fixFile(resolve(cwd, path), path, own, settings, dry));
  return fixed;
}

async function fixFile(
  file: string,
  path: string,
  findings: readonly Finding[],
  settings: ScanSettings,
  dry: boolean,
): Promise<Fixed> {
  // Renamed over, a link would become a copy of what it leads to.
  if (lstatSync(file).isSymbolicLink())
    return { path, fixes: 0, diff: '', left: 'it is a link: fix the file that it leads to' };
  const opened = openSource(file);
  if (!('bytes' in opened)) return { path, fixes: 0, diff: '', left: 'it can no longer be read' };
  const before = textOf(opened);
  const after = replaced(before, findings);
  const { findings: rest } = await scanText(path, after, { neighbour: false }, settings);
  const fixable = rest.filter(({ fix }) => fix !== undefined).length;
  const { findings: first } = await scanText(path, before, { neighbour: false }, settings);
  if (after === before || fixable > 0 || rest.length !== first.length - findings.length) {
    return {
      path,
      fixes: 0,
      diff: '',
      left: 'the change would not have made it better, so it was taken back',
    };
  }
  const diff = diffOf(path, before, after);
  if (!dry) writeWhole(file, bytesOf(after, opened));
  return { path, fixes: findings.length, diff };
}

export function replaced(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap(({ fix }) => (fix ? [fix] : [])).sort((a, b) => b.start - a.start);
  return fixes.reduce((left, fix) => left.slice(0, fix.start) + fix.text + left.slice(fix.end), text);
}

/** Beside the file, synced, then over it: a crash leaves the old file or the new one. */
function writeWhole(file: string, bytes: Buffer): void {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  const { mode } = statSync(file);
  const handle = openSync(part, 'wx', mode & 0o7777);
  try {
    writeAllSync(handle, bytes);
    fsyncSync(handle);
  } catch (error) {
    closeSync(handle);
    unlinkSync(part);
    throw error;
  }
  closeSync(handle);
  renameSync(part, file);
}

/** Lines keep their number: each changed line stands alone. */
function diffOf(path: string, before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  const lines = [`--- a/${path}`, `+++ b/${path}`];
  old.forEach((line, i) => {
    if (line === now[i]) return;
    lines.push(
      `@@ -${i + 1} +${i + 1} @@`,
      `-${line.replace(/\r$/, '')}`,
      `+${(now[i] ?? '').replace(/\r$/, '')}`,
    );
  });
  return `${lines.join('\n')}\n`;
}
