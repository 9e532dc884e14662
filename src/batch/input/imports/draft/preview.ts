// The first rows of a file as a draft would read them, with what would be wrong with each, what is still to be filled in
// aside. The reading is the real one.
import type { FileHandle } from 'node:fs/promises';

import { folded } from '../../../../csv/header.ts';
import type { Profile } from '../../../../interface/profile.ts';
import { DocumentFolder } from '../../documents.ts';
import { NO_COLUMN } from '../../fields.ts';
import { startPass } from '../../input-file.ts';
import { Warnings } from '../../warnings.ts';
import type { Imports } from '../imports.ts';
import type { ImportProfile } from '../profile-schema.ts';
import { importsOf } from '../read-profile.ts';
import type { Draft } from './draft.ts';

export interface PreviewRow {
  readonly line: number;
  readonly fields: readonly (readonly [field: string, value: string])[];
  readonly issues: readonly string[];
}

export interface PreviewOptions {
  readonly file: string;
  readonly service: Profile;
  readonly draft: Draft;
  readonly rows: number;
}

/** Errors: InputError for a file that can't be read by the draft. */
export async function previewOf(
  handle: FileHandle,
  { file, service, draft, rows: wanted }: PreviewOptions,
): Promise<PreviewRow[]> {
  const imports = filledIn(draft);
  const pass = await startPass(handle, {
    ...{ file, imports, kind: draft.kind, profile: service, useDeveloperFunds: false },
    documents: new DocumentFolder('.', 0),
    warnings: new Warnings(),
  });
  const targets = Object.entries(draft.profile.columns ?? {}).flatMap(([name, field]) => {
    const at = pass.header.names.findIndex((cell) => folded(cell) === folded(name));
    return field === null ? [] : [{ field, at }];
  });
  const shown: PreviewRow[] = [];
  for await (const rows of pass.rows()) {
    for (const { line, cells, amount, issues } of rows) {
      const fields = targets.map(({ field, at }): [string, string] => {
        const cell = (cells[at] ?? '').trim();
        return [field, field === 'receiverAmount' && amount !== '' ? amount : cell];
      });
      const wrong = issues.filter(
        ({ message }) => !message.startsWith('is missing') && !message.startsWith(NO_COLUMN),
      );
      shown.push({ line, fields, issues: wrong.map(({ field, message }) => `${field}: ${message}`) });
      if (shown.length === wanted) return shown;
    }
  }
  return shown;
}

/** The draft without what nobody has filled in yet. */
function filledIn({ profile }: Draft): Imports {
  const { columns, encoding, delimiter, skipRows, sheet, decimal, thousands } = profile;
  const filled = { columns, encoding, delimiter, skipRows, sheet, skipBlankRows: true };
  const marks = decimal === '' ? {} : { decimal, thousands: thousands as ImportProfile['thousands'] };
  return importsOf({ ...filled, ...marks });
}
