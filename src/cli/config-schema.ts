// What a config file may hold: the schema that reads it, the JSON Schema that an editor completes it by, and what is wrong
// with a value in plain words. A key that isn't known is refused: a misspelt guard would guard nothing.
import * as z from 'zod';

import { CHECK_LEVELS, DEFAULT_CHECKS } from '../batch/input/history-settings.ts';
import { didYouMean } from '../csv/suggest.ts';
import { profileSchema } from '../interface/profile.ts';
import { RULE_IDS } from '../interface/rules.ts';
import { CONFIG_NAME, type Setting, SETTINGS } from './settings-table.ts';

type InFile<S> = S extends { readonly envOnly: true } ? never : S;
type FileSettingName = InFile<(typeof SETTINGS)[number]>['name'];
export type FileSettings = Readonly<Partial<Record<FileSettingName, string | number>>>;

function schemaOf({ type, min = 0, max = 0 }: Setting): z.ZodString | z.ZodInt | z.ZodNumber {
  if (type === 'integer') return z.int().min(min).max(max);
  return type === 'number' ? z.number().positive() : z.string();
}

/** The keys that are plain settings. */
const settingsShape = Object.fromEntries(
  SETTINGS.filter((one: Setting) => one.envOnly !== true).map((one: Setting) => [
    one.name,
    schemaOf(one).optional().describe(one.does),
  ]),
) as Record<FileSettingName, z.ZodOptional<z.ZodString | z.ZodNumber>>; // the names above

const level = z.enum(CHECK_LEVELS);
const checksSchema = z.strictObject({
  payeeChanged: level.optional(),
  amountUnusual: level.optional(),
  totalUnusual: level.optional(),
  firstPayment: level.optional(),
});

const sums = z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).optional();
const guardsSchema = z.strictObject({
  minCount: z.int().min(0).optional(),
  maxInvalid: z
    .union([z.int().min(0), z.string()])
    .transform(String)
    .optional(),
  maxAmount: sums,
  maxTotal: sums,
});
export type ConfigGuards = z.infer<typeof guardsSchema>;

export const lintSchema = z.strictObject({
  ignore: z.array(z.string()).optional().describe('globs, as .gitignore writes them'),
  hosts: z
    .array(z.string())
    .optional()
    .describe('hosts of the service: calls to other hosts are not reported'),
  clients: z.array(z.string()).optional().describe("names of the company's own clients of the service"),
  rules: z.strictObject(Object.fromEntries(RULE_IDS.map((rule) => [rule, level.optional()]))).optional(),
});

const approver = z.strictObject({ name: z.string().min(1), publicKey: z.string().min(1) });
const requirement = z.strictObject({
  environments: z.array(z.string()).optional(),
  from: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).optional(),
  signatures: z.int().min(1).optional(),
});

export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('for editors; not read here'),
  ...settingsShape,
  checks: checksSchema.optional().describe('checks across runs'),
  payee: z.string().trim().min(1).optional().describe('the column that says who is paid'),
  guards: guardsSchema
    .optional()
    .describe('what every file must keep to; a flag replaces the guard of its kind'),
  approvers: z.array(approver).optional().describe('who may approve plans'),
  requireApproval: z
    .union([z.boolean(), requirement])
    .optional()
    .describe('which payments need an approved plan'),
  profile: profileSchema.optional().describe('what the interface specification leaves open'),
  lint: lintSchema.optional(),
});

/** JSON Schema of the config file, made of what reads it. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
  return { ...schema, title: CONFIG_NAME };
}

/** Everything that is wrong with the file, a sentence each; empty when nothing is. */
export function complaints(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
    return [`${path === '' ? 'the file' : `"${path}"`} ${wordsOf(issue)}`];
  });
}

function unknownKey(path: string, key: string): string {
  const setting = path === '' ? SETTINGS.find(({ name }) => name === key) : undefined;
  if (setting?.env) return `"${key}" does not belong in a config file: set ${setting.env}`;
  const known: Readonly<Record<string, readonly string[]>> = {
    '': Object.keys(configSchema.shape),
    lint: Object.keys(lintSchema.shape),
    'lint.rules': RULE_IDS,
    checks: Object.keys(DEFAULT_CHECKS),
    guards: Object.keys(guardsSchema.shape),
    profile: Object.keys(profileSchema.shape),
  };
  return `unknown setting "${path === '' ? key : `${path}.${key}`}"${didYouMean(key, known[path] ?? [])}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text in double quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in square brackets',
  object: 'an object in braces',
  record: 'an object in braces',
};

/** The library's own words reach nobody. */
function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return sized('at least', Number(issue.minimum), issue.origin, issue.inclusive === false);
    case 'too_big':
      return sized('at most', Number(issue.maximum), issue.origin, false);
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_format':
      return 'has not the form that is needed here';
    case 'invalid_union':
      return 'is of no kind that fits here';
    case 'custom':
      return issue.message;
    default:
      return 'is not what is needed here';
  }
}

function sized(bound: string, size: number, origin: string, isOpen: boolean): string {
  if (origin === 'array') return `must have ${bound} ${size} ${size === 1 ? 'member' : 'members'}`;
  if (origin === 'string') return size === 1 ? 'must not be empty' : `must have ${bound} ${size} characters`;
  return isOpen ? `must be above ${size}` : `must be ${bound} ${size}`;
}
