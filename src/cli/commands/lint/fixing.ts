// lint --fix and --fix-dry-run: the changes, file by file, and what is left.
import { plain, plainPath } from '../../../files/plain.ts';
import { shellQuoted } from '../../../files/shell-quoted.ts';
import { applyFixes } from '../../../lint/fix/fix.ts';
import type { FixedPlace } from '../../../lint/format/json.ts';
import type { Report } from '../../../lint/model/finding.ts';
import type { Io } from '../../io.ts';
import { fixedText } from '../../render/fixed.ts';
import { leftText } from '../../render/left-paths.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import type { LintArguments } from './arguments.ts';
import { unlistedText } from './unlisted.ts';

/** What was fixed, or would be, and what is said of it once everything else was. */
export interface Fixing {
  readonly places: readonly FixedPlace[];
  readonly summary: string;
}

export async function fixAll(report: Report, wanted: LintArguments, io: Io): Promise<Fixing> {
  const { fix, settings, format } = wanted;
  const { findings, held, unshown } = report;
  const dry = fix === 'dry';
  const width = widthOf(io);
  const fixed = await applyFixes(io.cwd, report, settings, dry && { width });
  for (const { path, fixes, diff, left, through } of fixed) {
    // What a program reads holds nothing else.
    if (dry && format === 'text') io.out(diff);
    else if (dry) io.err(diff);
    const name = plainPath(path);
    if (left !== undefined) io.err(`${name}: not fixed: ${plain(left)}\n`, 'error');
    else if (through !== undefined)
      io.err(`${name}: a link to ${plainPath(through)}, which ${dry ? 'would be' : 'is'} fixed\n`);
    else if (!dry) io.err(`${name}: ${fixes} fixed\n`);
  }
  const explain = `paybatch lint ${settings.paths.map(shellQuoted).join(' ')} --explain`;
  const told = leftText({ findings, held, unshown, fixed, dry, explain }) + unlistedText(fixed, io.cwd, dry);
  const left = prose(told, width, HANG);
  return {
    places: fixed.flatMap(({ gone }) => gone.map(({ path, line, column }) => ({ path, line, column }))),
    summary: fixedText(fixed, findings.length, dry) + left,
  };
}

/** Where a line of a place goes on. */
const HANG = 4;
