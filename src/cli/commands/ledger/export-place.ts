// Where an export may be put: it is evidence that somebody was handed, so it takes the place of an earlier export of its own run alone.
import { readFileSync, statSync } from 'node:fs';

import { plain, plainPath } from '../../../files/plain.ts';
import { readManifest } from '../../../ledger/sqlite/archive/check.ts';
import { readAnyArchive } from '../../../ledger/sqlite/archive/zip-form.ts';
import { type Io, UsageError } from '../../io.ts';
import { type OutputFile, outputFile } from '../../output-file.ts';

/** How a ZIP archive begins: a workbook, too. */
const ZIP = 'PK\u0003\u0004';

/** Errors: {@link UsageError} for a link, for anything that is no export, and for an export of another run. */
export function exportPlace(name: string, runId: string, io: Io): OutputFile {
  const place = outputFile({ flag: 'out', code: 'out', name, isOurs: (head) => head.startsWith(ZIP) }, io);
  if (sizeOf(place.path) === 0) return place;
  const there = runOf(place.path);
  if (there === runId) return place;
  const what =
    there === undefined
      ? 'holds something else, which would be overwritten'
      : `is the export of run ${plain(there, 60)}, and is never replaced by that of another`;
  throw new UsageError(
    `--out ${plainPath(name)} ${what}: name another file, or move that one away`,
    place.code,
  );
}

/** 0 where nothing is, and where nothing can be: whoever writes there says why. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Of an export the run; `undefined` for any other archive, and for one that can't be read. */
function runOf(path: string): string | undefined {
  try {
    const { runId } = readManifest(readAnyArchive(readFileSync(path))).manifest as { runId?: unknown }; // somebody may have written it
    return typeof runId === 'string' ? runId : undefined;
  } catch {
    return undefined;
  }
}
