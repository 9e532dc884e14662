// An import profile as a person writes it: how a file that comes from elsewhere is read. The schema reads profiles, and
// `spec --json-schema profile` prints it, so that an editor knows what the program knows. What each key takes stands with it.
import * as z from 'zod';

import { printable } from '../../../csv/header.ts';
import { didYouMean } from '../../../csv/suggest.ts';

const expected = (what: string): string => `: expected ${what}`;
/** A text that must be filled in. */
const text = (what: string): z.ZodString => z.string(expected(what)).min(1, ' is empty: fill it in');
const COLUMN = 'the name of a column, in quotes';
const DELIMITER = z.enum([',', ';', '\t', '|'], expected('one of "," ";" "\\t" "|"'));
const WHOLE = expected('a whole number from 0 to 10000, without quotes');
const ENCODING = z.string(expected('a name in quotes, such as "windows-1252"'));
const header = 'header of the export (case and outer spaces aside)';

const lookupSchema = z
  .strictObject(
    {
      file: text('the name of a file, in quotes').describe('CSV file, relative to the profile'),
      key: text(COLUMN).describe('column of the export whose cell is looked up, as text'),
      fileKey: text(COLUMN).optional().describe('column of the file that has the same; "key" without it'),
      columns: z
        .record(
          z.string(),
          z.string(expected('the name of a field, in quotes')).min(1, ' is empty: fill it in'),
          expected('an object, { their column: our field }'),
        )
        .describe('column of the file -> field that it fills'),
      encoding: ENCODING.optional().describe('of the file; UTF-8 without it'),
      delimiter: DELIMITER.optional().describe('of the file; detected without it'),
    },
    expected('an object, { "file", "key", "columns" }'),
  )
  .describe('a table that has what the export lacks');

const FIELD = expected('the name of a field in quotes, or null for a column that is not wanted');
const CONSTANT = expected('a text in quotes (amounts, too), true or false');

export const importProfileSchema = z
  .strictObject({
    $schema: z.string(expected('an address, in quotes')).optional(),
    columns: z
      .record(
        z.string().describe(header),
        z.string(FIELD).min(1, FIELD).nullable(),
        expected('an object, { their header: our field, or null }'),
      )
      .optional()
      .describe(`${header} -> field, or null for one that is not wanted`),
    constants: z
      .record(
        z.string(),
        z.union([z.string(), z.boolean()], CONSTANT),
        expected('an object, { field: "value" }'),
      )
      .optional()
      .describe('field -> value of every row, in its plain form (amounts with a point)'),
    lookups: z.array(lookupSchema, expected('a list of lookup files')).optional(),
    encoding: ENCODING.optional().describe('WHATWG label, such as windows-1252; UTF-8 without it'),
    delimiter: DELIMITER.optional().describe('detected without it'),
    decimal: z
      .enum(['.', ','], expected('"." or ","'))
      .optional()
      .describe('decimal mark of amounts that are text; a point without it'),
    thousands: z
      .enum(
        ['.', ',', ' ', "'", '\u2019', '\u00a0', '\u202f', '\u2009', '\u2007'],
        expected('one of "." "," " " "\'" "\u2019"; remove it if the amounts have no such mark'),
      )
      .optional()
      .describe('grouping mark of amounts that are text; none without it. A space means every kind of space'),
    skipRows: z
      .int(WHOLE)
      .min(0, WHOLE)
      .max(10_000, WHOLE)
      .optional()
      .describe('physical lines before the header'),
    skipBlankRows: z
      .boolean(expected('true or false, without quotes'))
      .optional()
      .describe('leave out empty rows between rows, too'),
    stopAt: text('a regular expression in quotes')
      .optional()
      .describe('regular expression: the row whose first cell matches, and all below it, are no rows'),
    footerTotal: z
      .enum(['warning', 'error'], expected('"warning" or "error"'))
      .optional()
      .describe('what a total in the footer is that the rows do not add up to; a warning without it'),
    sheet: text('the name of a sheet, in quotes').optional().describe('name of the sheet of a workbook'),
    payee: text(COLUMN).optional().describe('the column that says who is paid'),
  })
  .describe('how paybatch reads a file of another form (--map)');

export type ImportProfile = z.infer<typeof importProfileSchema>;

const PROFILE_KEYS: readonly string[] = Object.keys(importProfileSchema.shape);
const LOOKUP_KEYS: readonly string[] = Object.keys(lookupSchema.shape);

/** A profile, and not a plain map (their header -> our field, or null). */
export function isProfile(value: object): boolean {
  const entries = Object.entries(value);
  if ('$schema' in value) return true;
  const isText = ([, of]: [string, unknown]): boolean => typeof of === 'string' || of === null;
  return (
    !entries.every(isText) || (entries.length > 0 && entries.every(([key]) => PROFILE_KEYS.includes(key)))
  );
}

/** The profile's JSON Schema. */
export function profileJsonSchema(): object {
  return z.toJSONSchema(importProfileSchema, { io: 'input' });
}

/** What is wrong, for whoever wrote it: what the key takes, or which key was meant. */
export function complaint(issue: z.core.$ZodIssue): string {
  const last = issue.path.at(-1);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const [what, known] =
      issue.path[0] === 'lookups' ? ['key of a lookup', LOOKUP_KEYS] : ['key', PROFILE_KEYS];
    return `unknown ${what} "${printable(key)}"${didYouMean(key, known)}: a profile may have ${known.filter((name) => name !== '$schema').join(', ')}`;
  }
  return typeof last === 'string' ? `"${printable(last)}"${issue.message}` : issue.message.replace(/^: /, '');
}
