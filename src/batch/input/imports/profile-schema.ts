// The schema of an import profile. It validates profiles, and `spec --json-schema profile` prints it for editors, with
// the description of each key.
import * as z from 'zod';

import { folded, printable } from '../../../csv/header.ts';
import { suggest } from '../../../csv/suggest.ts';
import { encodingOf } from '../../../files/encoding.ts';
import { isMessage, type Message } from '../../../message.ts';
import { importMessage } from './messages.ts';

// The message of a zod issue is the value that is expected. Our own checks add a message of ours.
const QUOTED = 'a text in quotes';
const FILLED = 'a text: fill it in';
const NAMES = 'an object, such as { "their name": "our field" }';
const FIELD = 'the name of a field in quotes, or null for a column that is not wanted';
const WHOLE = 'a whole number from 0 to 10000, without quotes';
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);

/** A text that must be filled in. */
const TEXT = z.string(QUOTED).min(1, FILLED);
const DELIMITER = oneOf([',', ';', '\t', '|']);

type Payload<Value> = z.core.ParsePayload<Value>;

function refuse<Value>({ value, issues }: Payload<Value>, message: Message, path: string[] = []): void {
  issues.push({ code: 'custom', input: value, path, params: { message } });
}

const ENCODING = z.string(QUOTED).check((given) => {
  const label = printable(given.value);
  if (encodingOf(given.value) === undefined) refuse(given, importMessage('profile_encoding', { label }));
});
const header = 'header of the export (case and outer spaces aside)';

/** Names are compared without case and outer spaces. */
function refuseTwins(given: Payload<Readonly<Record<string, unknown>>>): void {
  const before = new Map<string, string>();
  for (const name of Object.keys(given.value)) {
    const twin = before.get(folded(name));
    before.set(folded(name), name);
    if (twin === undefined) continue;
    const names = { name: printable(name), twin: printable(twin) };
    refuse(given, importMessage('profile_names_equal', names), [name]);
  }
}

const STOP_AT = TEXT.check((given) => {
  try {
    new RegExp(given.value, 'u');
  } catch (error) {
    const why = String(error).replace(/^SyntaxError: (?:Invalid regular expression: )?/, '');
    refuse(given, importMessage('profile_expression', { detail: printable(why, 120) }));
  }
});

const lookupSchema = z
  .strictObject(
    {
      file: TEXT.describe('CSV file, relative to the profile'),
      key: TEXT.describe('column of the export whose cell is looked up, as text'),
      fileKey: TEXT.optional().describe('column of the file that has the same; "key" without it'),
      columns: z
        .record(z.string(), TEXT, NAMES)
        .check(refuseTwins)
        .describe('column of the file -> field that it fills'),
      encoding: ENCODING.optional().describe('of the file; UTF-8 without it'),
      delimiter: DELIMITER.optional().describe('of the file; detected without it'),
    },
    'an object, { "file", "key", "columns" }',
  )
  .describe('a table that has what the export lacks');

/** A plain map: their header -> our field, or `null` for one that is not wanted. */
export const mapSchema = z
  .record(z.string().describe(header), z.string(FIELD).min(1, FIELD).nullable(), NAMES)
  .check(refuseTwins);

export const importProfileSchema = z
  .strictObject({
    $schema: z.string(QUOTED).optional(),
    columns: mapSchema.optional().describe(`${header} -> field, or null for one that is not wanted`),
    constants: z
      .record(
        z.string(),
        z.union(
          [z.string().refine((value) => value !== '', FILLED), z.boolean()],
          'a text in quotes (amounts, too), true or false',
        ),
        NAMES,
      )
      .check(refuseTwins)
      .optional()
      .describe('field -> value of every row, in its plain form (amounts with a point)'),
    lookups: z.array(lookupSchema, 'a list of lookup files').optional(),
    encoding: ENCODING.optional().describe('WHATWG label, such as windows-1252; UTF-8 without it'),
    delimiter: DELIMITER.optional().describe('detected without it'),
    decimal: oneOf(['.', ','])
      .optional()
      .describe('decimal mark of amounts that are text; a point without it'),
    thousands: z
      .enum(
        ['.', ',', ' ', "'", '\u2019', '\u00a0', '\u202f', '\u2009', '\u2007'],
        'one of "." "," " " "\'" "\u2019"; remove it if the amounts have no such mark',
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
      .boolean('true or false, without quotes')
      .optional()
      .describe('leave out empty rows between rows, too'),
    stopAt: STOP_AT.optional().describe(
      'regular expression: the row whose first cell matches, and all below it, are left out',
    ),
    footerTotal: oneOf(['warning', 'error'])
      .optional()
      .describe('whether a footer total that differs from the rows is an error or a warning (the default)'),
    sheet: TEXT.optional().describe('name of the sheet of a workbook'),
    payee: TEXT.optional().describe('the column that says who is paid'),
  })
  .refine(({ decimal = '.', thousands }) => decimal !== thousands, {
    path: ['thousands'],
    params: { message: importMessage('profile_marks_equal') },
  })
  .describe('how paybatch reads a file of another form (--map)');

export type ImportProfile = z.infer<typeof importProfileSchema>;

const PROFILE_KEYS: readonly string[] = Object.keys(importProfileSchema.shape);
const LOOKUP_KEYS: readonly string[] = Object.keys(lookupSchema.shape);

/** Whether it is a profile and not a plain map (their header -> our field, or null). */
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

/** The message of an issue: the value that the key takes, or the key that was meant. */
export function complaint(issue: z.core.$ZodIssue): Message {
  const last = issue.path.at(-1);
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = issue.path[0] === 'lookups' ? LOOKUP_KEYS : PROFILE_KEYS;
    const names = known.filter((name) => name !== '$schema');
    const meant = suggest(key, known);
    return importMessage('profile_key_unknown', { key: printable(key), meant, known: names });
  }
  const own: unknown = issue.code === 'custom' ? issue.params?.['message'] : undefined;
  if (isMessage(own)) return own;
  return importMessage('profile_value', {
    key: typeof last === 'string' ? printable(last) : undefined,
    expected: issue.message,
  });
}
