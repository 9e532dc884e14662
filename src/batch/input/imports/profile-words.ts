// What is wrong with an import profile, in words for whoever wrote it: what the key takes, or which key was meant. Pure.
import type * as z from 'zod';

import { printable } from '../../../csv/header.ts';
import { didYouMean } from '../../../csv/suggest.ts';
import { LOOKUP_KEYS, PROFILE_KEYS } from './profile-schema.ts';

/** What each key takes, for whoever has given it something else. */
const TAKES: Readonly<Record<string, string>> = {
  columns: 'an object, { their header: our field, or null }',
  constants: 'an object, { field: "value" }',
  lookups: 'a list of lookup files',
  encoding: 'a name in quotes, such as "windows-1252"',
  delimiter: 'one of "," ";" "\\t" "|"',
  decimal: '"." or ","',
  thousands: 'one of "." "," " " "\'" "\u2019"; remove it if the amounts have no such mark',
  skipRows: 'a whole number from 0 to 10000, without quotes',
  skipBlankRows: 'true or false, without quotes',
  stopAt: 'a regular expression in quotes',
  footerTotal: '"warning" or "error"',
  sheet: 'the name of a sheet, in quotes',
  payee: 'the name of a column, in quotes',
  file: 'the name of a file, in quotes',
  key: 'the name of a column, in quotes',
  fileKey: 'the name of a column, in quotes',
  $schema: 'an address, in quotes',
};

/** No library's words reach a person. */
export function complaint(issue: z.core.$ZodIssue): string {
  const [top, second, third] = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const inLookup = top === 'lookups';
    const known = inLookup ? LOOKUP_KEYS : PROFILE_KEYS;
    return `unknown ${inLookup ? 'key of a lookup' : 'key'} "${printable(key)}"${didYouMean(key, known)}: a profile may have ${known.filter((name) => name !== '$schema').join(', ')}`;
  }
  if (top === 'columns' && second !== undefined) {
    return `"${printable(second)}": expected the name of a field in quotes, or null for a column that is not wanted`;
  }
  if (top === 'constants' && second !== undefined) {
    return `"${printable(second)}": expected a text in quotes (amounts, too), true or false`;
  }
  const inLookup = top === 'lookups' && second !== undefined;
  const name = (inLookup ? third : top) ?? '';
  if (inLookup && third === undefined) return 'expected an object, { "file", "key", "columns" }';
  if (inLookup && name === 'columns') return '"columns": expected an object, { their column: our field }';
  if (issue.code === 'too_small' && issue.origin === 'string') return `"${name}" is empty: fill it in`;
  return `"${name}": expected ${TAKES[name] ?? 'something else'}`;
}
