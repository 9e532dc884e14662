// map: the draft of a profile on standard output or in a new file. On standard error three rows as they would be read,
// and what a person must fill in.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Draft, draftOf } from '../../batch/input/imports/draft/draft.ts';
import { previewOf, type PreviewRow } from '../../batch/input/imports/draft/preview.ts';
import { sampleOf } from '../../batch/input/imports/draft/sample.ts';
import { openInput } from '../../csv/input.ts';
import { EXIT } from '../../errors.ts';
import { plain, plainPath, shellQuoted } from '../../files/plain.ts';
import { say } from '../../words/say.ts';
import type { MapArgs } from '../definitions/pay.ts';
import { type Io, UsageError } from '../io.ts';
import { writeOutput } from '../output-file.ts';
import { Settings } from '../settings.ts';

const ROWS_SHOWN = 3;

export async function mapCommand(args: MapArgs, io: Io): Promise<number> {
  const { file, sheet, out } = args;
  const place = out === undefined ? undefined : resolve(io.cwd, out);
  if (place !== undefined && existsSync(place)) {
    throw new UsageError(`--out ${out ?? ''} already exists: name a new file`);
  }
  const { profile: service } = new Settings(args, io);
  const handle = await openInput(file);
  try {
    const sample = await sampleOf(handle, file, { sheet, delimiter: args.delimiter });
    const draft = draftOf(sample, service, sheet);
    const rows = await previewOf(handle, { file, service, draft, rows: ROWS_SHOWN });
    const text = `${JSON.stringify(draft.profile, null, 2)}\n`;
    if (place === undefined) io.out(text);
    else await writeOutput({ path: place, name: out ?? '', flag: 'out', code: 'out' }, [text]);
    for (const row of rows) io.err(rowText(file, row));
    for (const note of draft.notes) io.err(`${plain(say(note))}.\n`);
    for (const line of endOf(draft, file, out)) io.err(`${line}\n`);
    return draft.missing.length === 0 ? EXIT.ok : EXIT.refusedRows;
  } finally {
    await handle.close();
  }
}

function rowText(file: string, { line, fields, issues }: PreviewRow): string {
  const told = fields.map(([name, value]) => `  ${name}: ${plain(value, 100)}\n`);
  const wrong = issues.map((issue) => `  ! ${plain(`${issue.field}: ${say(issue.message)}`, 300)}\n`);
  return `Line ${line} of ${plainPath(file)} becomes:\n${told.join('')}${wrong.join('')}`;
}

function endOf({ missing, lacking }: Draft, file: string, out: string | undefined): string[] {
  const profile = out === undefined ? 'PROFILE.json' : shellQuoted(plainPath(out));
  const next = `paybatch check ${shellQuoted(plainPath(file))} --map ${profile}`;
  if (missing.length === 0) return [`Nothing has to be filled in. Next, run: ${next}`];
  const open = missing.map((one) => plain(say(one)));
  const how =
    lacking.length === 0
      ? []
      : [
          'For each field, name a column of this file or of a lookup file. If all rows have the same value, write it under "constants".',
        ];
  return [`Fill in: ${open.join(', ')}.`, ...how, `Then run: ${next}`];
}
