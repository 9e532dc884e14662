// lint --fix and --fix-dry-run: the changes, file by file, and what is left.
import { plain, plainPath } from '../../../files/plain.ts';
import { shellQuoted } from '../../../files/shell-quoted.ts';
import { applyFixes } from '../../../lint/fix/fix.ts';
import type { Report } from '../../../lint/model/finding.ts';
import type { Io } from '../../io.ts';
import { fixedText } from '../../render/fixed.ts';
import { leftText } from '../../render/left-paths.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import type { LintArguments } from './arguments.ts';

export async function fixAll(report: Report, { fix, settings }: LintArguments, io: Io): Promise<void> {
  const { findings } = report;
  const dry = fix === 'dry';
  const width = widthOf(io);
  const fixed = await applyFixes(io.cwd, report, settings, dry && { width });
  for (const { path, fixes, diff, left, through } of fixed) {
    if (dry) io.out(diff);
    const name = plainPath(path);
    if (left !== undefined) io.err(`${name}: not fixed: ${plain(left)}\n`, 'error');
    else if (through !== undefined)
      io.err(`${name}: a link to ${plainPath(through)}, which ${dry ? 'would be' : 'is'} fixed\n`);
    else if (!dry) io.err(`${name}: ${fixes} fixed\n`);
  }
  io.err(fixedText(fixed, findings.length, dry));
  const explain = `paybatch lint ${settings.paths.map(shellQuoted).join(' ')} --explain`;
  io.err(prose(leftText({ findings, fixed, dry, explain }), width, HANG));
}

/** Where a line of a place goes on. */
const HANG = 4;
