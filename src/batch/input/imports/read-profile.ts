// An import profile from its file: read strictly, judged in plain words that name line and column, its lookup files read.
// A profile that is wrong anywhere is refused as a whole: half of one would read amounts in another way.
import { basename, dirname, join, resolve } from 'node:path';

import type * as z from 'zod';

import { folded, printable } from '../../../csv/header.ts';
import { encodingOf } from '../../../files/encoding.ts';
import { InputError } from '../../../files/input-error.ts';
import { type JsonText, JsonTextError, parseJsonText } from '../../../files/json-text.ts';
import { readSmallBytes, SMALL, SmallFileError } from '../../../files/small-file.ts';
import { sha256 } from '../../../ledger/keys.ts';
import { type Imports, importsOfMap, NO_IMPORTS } from './imports.ts';
import { type LookupFile, readLookup } from './lookup-table.ts';
import { complaint, type ImportProfile, importProfileSchema, isProfile } from './profile-schema.ts';

/**
 * The profile, or plain map, in a file; `shown` is its name in messages. Lookup files lie relative to it.
 * Errors: {@link InputError}.
 */
export async function readImports(path: string, shown: string): Promise<Imports> {
  const bytes = bytesOf(path, shown);
  const own = { path: shown, sha256: sha256(bytes) };
  const text = parse(bytes.toString('utf8').replace(/^\ufeff/, ''), shown);
  const { value } = text;
  const reject = rejecter(text, shown);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw reject([], 'is no JSON object: expected an import profile, or { their header: our field }');
  }
  if (!isProfile(value)) {
    const columns = new Map(Object.entries(value as Record<string, string | null>)); // isProfile has looked
    refuseTwins(columns.keys(), [], reject);
    return { ...importsOfMap(columns), files: [own] };
  }
  const profile = checked(value, reject);
  const lookups = await Promise.all(
    lookupFiles(profile, path, shown, reject).map((file) => readLookup(file)),
  );
  const files = lookups.map((table) => ({ path: table.shown, sha256: table.sha256 }));
  return { ...plainParts(profile, reject), lookups, files: [own, ...files] };
}

type Reject = (path: readonly PropertyKey[], message: string) => InputError;

const rejecter =
  (text: JsonText, file: string): Reject =>
  (path, message) =>
    new InputError('profile', { file, ...text.placeOf(path) }, message);

function bytesOf(path: string, shown: string): Buffer {
  try {
    return readSmallBytes(path, SMALL.settings);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new InputError('profile', { file: shown }, error.message, error);
  }
}

function parse(text: string, file: string): JsonText {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new InputError('profile', { file, ...error.place }, error.message, error);
  }
}

/**
 * The profile as the schema has it, all that is wrong in one message: a draft is filled in at one go. Names come from the text
 * itself: a schema's copy loses some.
 */
function checked(value: object, reject: Reject): ImportProfile {
  const issues = importProfileSchema.safeParse(value).error?.issues ?? [];
  const wrong = issues.map((issue) => reject(placeOf(issue), complaint(issue)));
  const { constants } = value as { constants?: unknown }; // judged here
  const fields = typeof constants === 'object' && constants !== null ? Object.entries(constants) : [];
  for (const [field, text] of fields) {
    if (text === '')
      wrong.push(reject(['constants', field], `"${printable(field)}" is empty: fill it in, or take it out`));
  }
  if (wrong.length > 0) throw InputError.all(wrong);
  return value; // the schema has judged it, and changes nothing
}

const placeOf = (issue: z.core.$ZodIssue): PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;

/** The parts that need no other file. */
export function plainParts(profile: ImportProfile, reject: Reject): Omit<Imports, 'lookups' | 'files'> {
  const { columns = {}, constants = {}, decimal, thousands, skipRows = 0, skipBlankRows = false } = profile;
  refuseTwins(Object.keys(columns), ['columns'], reject);
  refuseTwins(Object.keys(constants), ['constants'], reject);
  const numbers =
    decimal === undefined && thousands === undefined ? undefined : { decimal: decimal ?? '.', thousands };
  if (numbers && numbers.decimal === thousands) {
    const what = `"decimal" and "thousands" can't both be "${thousands}"`;
    throw reject([decimal === undefined ? 'thousands' : 'decimal'], what);
  }
  return {
    ...NO_IMPORTS,
    columns: new Map(Object.entries(columns)),
    constants: new Map(Object.entries(constants).map(([field, value]) => [field, String(value)])),
    encoding: encoding(profile.encoding, ['encoding'], reject),
    delimiter: profile.delimiter,
    numbers,
    skipRows,
    skipBlankRows,
    stopAt: profile.stopAt === undefined ? undefined : expression(profile.stopAt, reject),
    footerTotal: profile.footerTotal ?? 'warning',
    sheet: profile.sheet,
    payee: profile.payee,
  };
}

function lookupFiles(
  { lookups = [] }: ImportProfile,
  path: string,
  shown: string,
  reject: Reject,
): LookupFile[] {
  return lookups.map(({ file, key, fileKey = key, columns, encoding: label, delimiter }, at) => {
    refuseTwins(Object.keys(columns), ['lookups', at, 'columns'], reject);
    return {
      path: resolve(dirname(path), file),
      shown: dirname(shown) === '.' && shown === basename(shown) ? file : join(dirname(shown), file),
      key,
      fileKey,
      columns: new Map(Object.entries(columns)),
      encoding: encoding(label, ['lookups', at, 'encoding'], reject),
      delimiter,
    };
  });
}

/** Names that are the same once case and outer spaces are put aside. */
function refuseTwins(names: Iterable<string>, path: readonly PropertyKey[], reject: Reject): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const before = seen.get(folded(name));
    if (before !== undefined) {
      throw reject(
        [...path, name],
        `"${printable(name)}" and "${printable(before)}" are one name: case and outer spaces don't count`,
      );
    }
    seen.set(folded(name), name);
  }
}

function encoding(
  label: string | undefined,
  path: readonly PropertyKey[],
  reject: Reject,
): string | undefined {
  if (label === undefined) return undefined;
  const name = encodingOf(label.trim());
  if (name !== undefined) return name;
  throw reject(
    path,
    `"${printable(label)}" is no encoding that can be read: such as windows-1252, iso-8859-15, utf-16le, shift_jis`,
  );
}

/** A user's own. The flag `u` is stricter: older habits (a needless backslash) don't survive it. */
function expression(text: string, reject: Reject): RegExp {
  let why = '';
  for (const flags of ['u', ''])
    try {
      return new RegExp(text, flags);
    } catch (error) {
      why = error instanceof SyntaxError ? error.message.replace(/^Invalid regular expression: /, '') : '';
    }
  throw reject(['stopAt'], `"stopAt" is not a regular expression (${printable(why, 120)})`);
}
