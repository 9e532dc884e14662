// lint --fix and --fix-dry-run: the changes, file by file, and how much is left.
import { plain, plainPath } from '../../../files/plain.ts';
import { type FixedFile, fixFiles } from '../../../lint/fix.ts';
import type { Extras } from '../../../lint/format/json.ts';
import { visibleSource } from '../../../lint/format/text.ts';
import { leftText } from '../../../lint/format/words.ts';
import type { LintSettings } from '../../../lint/lint.ts';
import type { Finding, Report } from '../../../lint/model/finding.ts';
import { DEVELOPER, TENANT } from '../../../lint/model/vocabulary.ts';
import type { Io } from '../../io.ts';
import { inWords } from '../../render/print.ts';
import { widthOf } from '../../render/table.ts';

/**
 * `extras`: the places that were fixed, or would be, for JSON. `summary`: for standard error, after the report.
 * `findings`: without those that were fixed.
 */
export async function fixAll(
  { findings }: Report,
  settings: LintSettings,
  { isDry, format }: { readonly isDry: boolean; readonly format: string },
  io: Io,
) {
  const files = await fixFiles(io.cwd, findings, settings, isDry);
  // Standard output of another format has only the report.
  const print = format === 'text' ? io.out : io.err;
  for (const { path, gone, left } of files)
    if (isDry) print(diffOf(path, gone, widthOf(io)));
    else if (left === undefined) io.err(`${plainPath(path)}: ${gone.length} fixed\n`);
  const fixed = new Set(files.flatMap(({ gone }) => gone));
  const places = [...fixed].map(({ path, line, column }) => ({ path, line, column }));
  return {
    extras: { [isDry ? 'wouldFix' : 'fixed']: places } satisfies Extras,
    summary: countText(fixed.size, findings.length, isDry) + leftOf(findings, files),
    findings: isDry ? findings : findings.filter((one) => !fixed.has(one)),
  };
}

const MOST_LEFT = 50;

function countText(fixed: number, all: number, isDry: boolean): string {
  if (all === 0) return '';
  const rest = fixed === all ? '' : `; ${all - fixed} left to you`;
  return `${fixed} of ${inWords(all, 'finding')} ${isDry ? 'would be fixed by --fix' : 'fixed'}${rest}\n`;
}

/** Paths that are left, each with its reason. */
function leftOf(findings: readonly Finding[], fixed: readonly FixedFile[]): string {
  const files = new Map(fixed.map((one) => [one.path, one.left]));
  const lines = findings.flatMap(({ path, line, left }) => {
    const why = left ?? files.get(path);
    return why === undefined ? [] : [`${plainPath(path)}:${line}: ${plain(leftText(why))}\n`];
  });
  const more = lines.length - MOST_LEFT;
  return lines.slice(0, MOST_LEFT).join('') + (more > 0 ? `and ${more} more: --explain names them\n` : '');
}

/** Each place before and after, without values. */
function diffOf(path: string, gone: readonly Finding[], width: number): string {
  if (gone.length === 0) return '';
  const lines = gone.flatMap((one) => {
    const [before = ''] = visibleSource(one, width - 1);
    const shown = plain(before.trim());
    return [`@@ ${one.line} @@`, `-${shown}`, `+${shown.replace(TENANT, DEVELOPER)}`];
  });
  return [`--- a/${plainPath(path)}`, `+++ b/${plainPath(path)}`, ...lines, ''].join('\n');
}
