// Reads an import profile and its lookup files. A profile with a mistake is refused as a whole: half of it would read
// amounts in another way. Mistakes are named with line and column.
import { basename, dirname, join, resolve } from 'node:path';

import type * as z from 'zod';

import { encodingOf } from '../../../files/encoding.ts';
import { InputError } from '../../../files/input-error.ts';
import { type JsonText, parseJsonText } from '../../../files/json-text.ts';
import { readSmallBytes, SMALL, SmallFileError } from '../../../files/small-file.ts';
import { sha256 } from '../../../ledger/keys.ts';
import { type Imports, importsOf } from './imports.ts';
import { readLookup } from './lookup-table.ts';
import { importMessage } from './messages.ts';
import {
  complaint,
  type ImportProfile,
  importProfileSchema,
  isProfile,
  mapSchema,
} from './profile-schema.ts';

/**
 * The profile, or plain map, in a file; `shown` is its name in messages. Lookup files are relative to it.
 * Errors: {@link InputError}.
 */
export async function readImports(path: string, shown: string): Promise<Imports> {
  const bytes = bytesOf(path, shown);
  const text = parseJsonText(bytes.toString('utf8').replace(/^\ufeff/, ''), shown, 'profile');
  const { value } = text;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const what = importMessage('profile_not_object');
    throw new InputError('profile', { file: shown, ...text.placeOf([]) }, what);
  }
  const isWhole = isProfile(value);
  const { error } = (isWhole ? importProfileSchema : mapSchema).safeParse(value);
  if (error) throw refusalOf(error.issues, text, shown);
  // The value itself, which the schema has validated: zod's copy may lose names such as __proto__.
  const profile = isWhole
    ? (value as ImportProfile)
    : { columns: value as NonNullable<ImportProfile['columns']> };
  const lookups = await Promise.all(
    (profile.lookups ?? []).map(({ file, key, fileKey = key, columns, encoding, delimiter }) =>
      readLookup({
        path: resolve(dirname(path), file),
        shown: dirname(shown) === '.' && shown === basename(shown) ? file : join(dirname(shown), file),
        columns: new Map(Object.entries(columns)),
        encoding: encoding === undefined ? undefined : encodingOf(encoding),
        ...{ key, fileKey, delimiter },
      }),
    ),
  );
  const files = lookups.map((table) => ({ path: table.shown, sha256: table.sha256 }));
  return importsOf(profile, lookups, [{ path: shown, sha256: sha256(bytes) }, ...files]);
}

function bytesOf(path: string, shown: string): Buffer {
  try {
    return readSmallBytes(path, SMALL.settings);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new InputError('profile', { file: shown }, error.told, error);
  }
}

/** All mistakes at once: a person fills in the whole draft before the next try. */
function refusalOf(issues: readonly z.core.$ZodIssue[], text: JsonText, file: string): InputError {
  const wrong = issues.map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
    return new InputError('profile', { file, ...text.placeOf(path) }, complaint(issue));
  });
  return InputError.all(wrong);
}
