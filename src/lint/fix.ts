// `--fix`: `current-tenant` becomes `developer`. `judge/tenant.ts` and `lint.ts` decide where that is allowed.
// A file is written whole or not at all, and only if it is as it was read.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { writeWhole } from '../files/atomic-file.ts';
import { bytesOf, openSource, textOf } from './files/source.ts';
import type { Finding, LeftReason, ScanSettings } from './model/finding.ts';
import { TENANT } from './model/vocabulary.ts';
import { scanFile } from './scan.ts';

export interface FixedFile {
  readonly path: string;
  /** What was changed, or would be. */
  readonly gone: readonly Finding[];
  /** Why the file was left as it is. */
  readonly left?: LeftReason;
}

/** `dry`: nothing is written. */
export async function fixFiles(
  cwd: string,
  findings: readonly Finding[],
  settings: ScanSettings,
  dry: boolean,
): Promise<FixedFile[]> {
  const fixed: FixedFile[] = [];
  for (const [path, edits] of fixesFor(findings)) {
    const file = resolve(cwd, path);
    const own = findings.filter((one) => one.path === path && one.fix !== undefined);
    const left = await fixFile(file, path, edits, settings, dry);
    fixed.push(left === undefined ? { path, gone: own } : { path, gone: [], left });
  }
  return fixed;
}

async function fixFile(
  file: string,
  path: string,
  edits: Parameters<typeof applyFixes>[1],
  settings: ScanSettings,
  dry: boolean,
): Promise<LeftReason | undefined> {
  const opened = openSource(file);
  if (!('bytes' in opened) || opened.isCut) return 'changed';
  const after = await applyFixes(textOf(opened), edits, path, settings);
  if (after === undefined) return 'changed';
  if (dry) return undefined;
  const now = openSource(file);
  if (!('bytes' in now) || !now.bytes.equals(opened.bytes)) return 'changed';
  try {
    await writeWhole(file, bytesOf(after, opened), statSync(file).mode & 0o7777);
    return undefined;
  } catch {
    return 'changed'; // no room, no permission: the file is as it was
  }
}

type Edit = NonNullable<Finding['fix']>;

/** The edits of each file, by its path; sorted by their places. */
function fixesFor(findings: readonly Finding[]): Map<string, Edit[]> {
  const edits = new Map<string, Edit[]>();
  for (const { path, fix, confidence } of findings) {
    if (!fix || confidence !== 'high') continue;
    const known = edits.get(path);
    if (!known) edits.set(path, [fix]);
    else if (!known.some(({ start }) => start === fix.start)) known.push(fix);
  }
  for (const own of edits.values()) own.sort((a, b) => a.start - b.start);
  return edits;
}

/** The text with its edits; `undefined` if it has changed, or if the edits would not remove the findings. */
async function applyFixes(
  text: string,
  edits: readonly Edit[],
  path: string,
  settings: ScanSettings,
): Promise<string | undefined> {
  if (edits.some(({ start, end }) => text.slice(start, end) !== TENANT)) return undefined;
  // From the last one on, so that the places of the others stay.
  const fixed = edits.reduceRight(
    (all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end),
    text,
  );
  const [before, after] = [await scanFile(path, text, settings), await scanFile(path, fixed, settings)];
  const left = before.findings.length + before.suppressed.length - edits.length;
  return after.findings.length + after.suppressed.length <= left ? fixed : undefined;
}
