// The first rows of a file as a run with the draft would read them, with the issues of each. Fields that must still be
// filled in are left out.
import type { FileHandle } from 'node:fs/promises';

import { columnNamed } from '../../../../csv/header.ts';
import type { Profile } from '../../../../interface/profile.ts';
import { DocumentFolder } from '../../documents.ts';
import { startPass } from '../../input-file.ts';
import type { Issue } from '../../row.ts';
import { Warnings } from '../../warnings.ts';
import { importsOf } from '../imports.ts';
import type { ImportProfile } from '../profile-schema.ts';
import type { Draft } from './draft.ts';

export interface PreviewRow {
  readonly line: number;
  readonly fields: readonly (readonly [field: string, value: string])[];
  readonly issues: readonly Issue[];
}

/** Errors: InputError for a file that can't be read by the draft. */
export async function previewOf(
  handle: FileHandle,
  { file, service, draft, rows: wanted }: { file: string; service: Profile; draft: Draft; rows: number },
): Promise<PreviewRow[]> {
  const { columns = {}, encoding, delimiter, skipRows, stopAt, sheet, decimal, thousands } = draft.profile;
  // Marks that nobody has filled in yet are empty texts.
  const marks =
    decimal === '' ? {} : ({ decimal, thousands } as Pick<ImportProfile, 'decimal' | 'thousands'>);
  const shape = { columns, encoding, delimiter, skipRows, stopAt, sheet };
  const imports = importsOf({ ...shape, skipBlankRows: true, ...marks });
  const pass = await startPass(handle, {
    ...{ file, imports, kind: draft.kind, profile: service, useDeveloperFunds: false },
    documents: new DocumentFolder('.', 0),
    warnings: new Warnings(),
  });
  const targets = Object.entries(columns).flatMap(([name, field]) =>
    field === null ? [] : [{ field, at: columnNamed(pass.header, name) }],
  );
  const shown: PreviewRow[] = [];
  for await (const rows of pass.rows) {
    for (const { line, cells, amount, issues } of rows) {
      const fields = targets.map(({ field, at }): [string, string] => {
        const cell = (cells[at] ?? '').trim();
        return [field, field === 'receiverAmount' && amount !== '' ? amount : cell];
      });
      const wrong = issues.filter(({ field }) => !draft.lacking.includes(field));
      shown.push({ line, fields, issues: wrong });
      if (shown.length === wanted) return shown;
    }
  }
  return shown;
}
