// An import profile as a person writes it: how a file that comes from elsewhere is read. The schema reads profiles, and
// `spec --json-schema profile` prints it, so that an editor knows what the program knows. What each key takes stands
// with it.
import * as z from 'zod';

import { folded, printable } from '../../../csv/header.ts';
import { didYouMean } from '../../../csv/suggest.ts';
import { encodingOf } from '../../../files/encoding.ts';

const expected = (what: string): string => `: expected ${what}`;
const EMPTY = ' is empty: fill it in';
/** A text that must be filled in. */
const text = (what: string): z.ZodString => z.string(expected(what)).min(1, EMPTY);
const COLUMN = 'the name of a column, in quotes';
const FIELD = expected('the name of a field in quotes, or null for a column that is not wanted');
const DELIMITER = z.enum([',', ';', '\t', '|'], expected('one of "," ";" "\\t" "|"'));
const WHOLE = expected('a whole number from 0 to 10000, without quotes');
const ENCODING = z
  .string(expected('a name in quotes, such as "windows-1252"'))
  .refine((label) => encodingOf(label) !== undefined, {
    error: ({ input }) =>
      `: "${printable(String(input))}" is not an encoding that can be read, such as windows-1252, iso-8859-15, utf-16le, shift_jis`,
  });
const header = 'header of the export (case and outer spaces aside)';

/** Names are compared without case and outer spaces. */
function refuseTwins({ value, issues }: z.core.ParsePayload<Readonly<Record<string, unknown>>>): void {
  const before = new Map<string, string>();
  for (const name of Object.keys(value)) {
    const twin = before.get(folded(name));
    before.set(folded(name), name);
    if (twin === undefined) continue;
    const message = ` and "${printable(twin)}" are one name: case and outer spaces don't count`;
    issues.push({ code: 'custom', input: value, path: [name], message });
  }
}

/** The flag `u` is stricter: older habits (a needless backslash) don't survive it. Errors: SyntaxError. */
export function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

const STOP_AT = text('a regular expression in quotes').check(({ value, issues }) => {
  try {
    expressionOf(value);
  } catch (error) {
    const why = String(error).replace(/^SyntaxError: (?:Invalid regular expression: )?/, '');
    const message = ` is not a regular expression (${printable(why, 120)})`;
    issues.push({ code: 'custom', input: value, message });
  }
});

const lookupSchema = z
  .strictObject(
    {
      file: text('the name of a file, in quotes').describe('CSV file, relative to the profile'),
      key: text(COLUMN).describe('column of the export whose cell is looked up, as text'),
      fileKey: text(COLUMN).optional().describe('column of the file that has the same; "key" without it'),
      columns: z
        .record(
          z.string(),
          text('the name of a field, in quotes'),
          expected('an object, { their column: our field }'),
        )
        .check(refuseTwins)
        .describe('column of the file -> field that it fills'),
      encoding: ENCODING.optional().describe('of the file; UTF-8 without it'),
      delimiter: DELIMITER.optional().describe('of the file; detected without it'),
    },
    expected('an object, { "file", "key", "columns" }'),
  )
  .describe('a table that has what the export lacks');

/** A plain map: their header -> our field, or `null` for one that is not wanted. */
export const mapSchema = z
  .record(
    z.string().describe(header),
    z.string(FIELD).min(1, FIELD).nullable(),
    expected('an object, { their header: our field, or null }'),
  )
  .check(refuseTwins);

export const importProfileSchema = z
  .strictObject({
    $schema: z.string(expected('an address, in quotes')).optional(),
    columns: mapSchema.optional().describe(`${header} -> field, or null for one that is not wanted`),
    constants: z
      .record(
        z.string(),
        z.union(
          [z.string().refine((value) => value !== '', `${EMPTY}, or take it out`), z.boolean()],
          expected('a text in quotes (amounts, too), true or false'),
        ),
        expected('an object, { field: "value" }'),
      )
      .check(refuseTwins)
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
    stopAt: STOP_AT.optional().describe(
      'regular expression: the row whose first cell matches, and all below it, are no rows',
    ),
    footerTotal: z
      .enum(['warning', 'error'], expected('"warning" or "error"'))
      .optional()
      .describe('whether a footer total that differs from the rows is an error or a warning (the default)'),
    sheet: text('the name of a sheet, in quotes').optional().describe('name of the sheet of a workbook'),
    payee: text(COLUMN).optional().describe('the column that says who is paid'),
  })
  .refine(({ decimal = '.', thousands }) => decimal !== thousands, {
    path: ['thousands'],
    error: ' can\'t be the decimal mark, too ("decimal", a point without it)',
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
