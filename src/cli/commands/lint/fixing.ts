// lint --fix and --fix-dry-run: the changes, file by file, and how much is left.
import { plain, plainPath } from '../../../files/plain.ts';
import { type FixedFile, fixFiles } from '../../../lint/fix-files.ts';
import type { FixedPlace } from '../../../lint/format/json.ts';
import { visibleSource } from '../../../lint/format/text.ts';
import { leftText } from '../../../lint/format/words.ts';
import type { Finding } from '../../../lint/model/finding.ts';
import type { Report } from '../../../lint/model/report.ts';
import { DEVELOPER, TENANT } from '../../../lint/model/vocabulary.ts';
import type { Io } from '../../io.ts';
import { fixedText } from '../../render/fixed.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import type { LintArguments } from './arguments.ts';

/** What was fixed, or would be, and what is said of it once everything else was. */
export interface Fixing {
  readonly places: readonly FixedPlace[];
  readonly summary: string;
  /** The same report, with what is left in the files that were not changed. */
  readonly findings: readonly Finding[];
}

export async function fixAll({ findings }: Report, wanted: LintArguments, io: Io): Promise<Fixing> {
  const { fix, settings, format } = wanted;
  const dry = fix === 'dry';
  const fixed = await fixFiles(io.cwd, findings, settings, dry);
  for (const one of fixed) {
    const name = plainPath(one.path);
    // What a program reads holds nothing else.
    if (dry && format === 'text') io.out(diffOf(one, widthOf(io)));
    else if (dry) io.err(diffOf(one, widthOf(io)));
    else if (one.left === undefined) io.err(`${name}: ${one.gone.length} fixed\n`);
    if (one.left !== undefined) io.err(`${name}: ${plain(leftText(one.left))}\n`, 'error');
  }
  const counts = fixed.map(({ gone }) => ({ fixes: gone.length }));
  const left = leftOf(findings, fixed);
  const changed = new Set(fixed.flatMap(({ gone }) => gone));
  return {
    places: [...changed].map(({ path, line, column }) => ({ path, line, column })),
    summary: fixedText(counts, findings.length, dry) + prose(left, widthOf(io), HANG),
    findings: dry ? findings : findings.filter((one) => !changed.has(one)),
  };
}

/** Where a line of a place goes on. */
const HANG = 4;
const MOST_LEFT = 50;

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
function diffOf({ path, gone }: FixedFile, width: number): string {
  if (gone.length === 0) return '';
  const lines = gone.flatMap((one) => {
    const [before = ''] = visibleSource(one, width - 1);
    const shown = plain(before.trim());
    return [`@@ ${one.line} @@`, `-${shown}`, `+${shown.replace(TENANT, DEVELOPER)}`];
  });
  return [`--- a/${plainPath(path)}`, `+++ b/${plainPath(path)}`, ...lines, ''].join('\n');
}
