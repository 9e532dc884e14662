// An import profile as a person writes it: how a file that comes from elsewhere is read. The schema reads profiles, and
// `spec --json-schema profile` prints it, so that an editor knows what the program knows. Data and types.
import * as z from 'zod';

const header = 'header of the export (case and outer spaces aside)';

const lookupSchema = z
  .strictObject({
    file: z.string().min(1).describe('CSV file, relative to the profile'),
    key: z.string().min(1).describe('column of the export whose cell is looked up, as text'),
    fileKey: z.string().min(1).optional().describe('column of the file that has the same; "key" without it'),
    columns: z.record(z.string(), z.string().min(1)).describe('column of the file -> field that it fills'),
    encoding: z.string().optional().describe('of the file; UTF-8 without it'),
    delimiter: z.enum([',', ';', '\t', '|']).optional().describe('of the file; detected without it'),
  })
  .describe('a table that has what the export lacks');

export const importProfileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    columns: z
      .record(z.string().describe(header), z.string().min(1).nullable())
      .optional()
      .describe(`${header} -> field, or null for one that is not wanted`),
    constants: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .optional()
      .describe('field -> value of every row, in its plain form (amounts with a point)'),
    lookups: z.array(lookupSchema).optional(),
    encoding: z.string().optional().describe('WHATWG label, such as windows-1252; UTF-8 without it'),
    delimiter: z.enum([',', ';', '\t', '|']).optional().describe('detected without it'),
    decimal: z
      .enum(['.', ','])
      .optional()
      .describe('decimal mark of amounts that are text; a point without it'),
    thousands: z
      .enum(['.', ',', ' ', "'", '\u2019', '\u00a0', '\u202f', '\u2009', '\u2007'])
      .optional()
      .describe(
        'grouping mark of amounts that are text; none without it. A space stands for every kind of space',
      ),
    skipRows: z.int().min(0).max(10_000).optional().describe('physical lines before the header'),
    skipBlankRows: z.boolean().optional().describe('leave out empty rows between rows, too'),
    stopAt: z
      .string()
      .min(1)
      .optional()
      .describe('regular expression: the row whose first cell matches, and all below it, are no rows'),
    footerTotal: z
      .enum(['warning', 'error'])
      .optional()
      .describe('what a total in the footer is that the rows do not add up to; a warning without it'),
    sheet: z.string().min(1).optional().describe('name of the sheet of a workbook'),
    payee: z.string().min(1).optional().describe('the column that says who is paid'),
  })
  .describe('how paybatch reads a file of another form (--map)');

export type ImportProfile = z.infer<typeof importProfileSchema>;

export const PROFILE_KEYS: readonly string[] = Object.keys(importProfileSchema.shape);
export const LOOKUP_KEYS: readonly string[] = Object.keys(lookupSchema.shape);

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
