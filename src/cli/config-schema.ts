// What a config file may hold: the schema that reads it, the JSON Schema that an editor completes it by, and what is wrong
// with a value in plain words. A key that isn't known is refused: a misspelt guard would guard nothing.
import * as z from 'zod';

import { CHECK_LEVELS, DEFAULT_CHECKS } from '../batch/input/history-settings.ts';
import { didYouMean } from '../csv/suggest.ts';
import { profileSchema } from '../interface/profile.ts';
import { RULE_IDS } from '../interface/rules.ts';
import { PACE, SENDING } from './flags.ts';
import { SETTINGS } from './settings-table.ts';

const bounded = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
const above0 = z.number().positive();

export const settingsShape = {
  baseUrl: z.string().optional(),
  authUrl: z.string().optional(),
  clientId: z.string().optional(),
  apiSecretFile: z.string().optional(),
  ledger: z.string().optional(),
  ledgerId: z.string().optional(),
  leaseSeconds: bounded({ min: 2, max: 300 }).optional(),
  concurrency: bounded(PACE.concurrency).optional(),
  rate: above0.optional(),
  haltAfter: bounded(PACE['halt-after']).optional(),
  timeout: above0.optional(),
  maxInDoubt: bounded(SENDING['max-in-doubt']).optional(),
  alikeDays: bounded({ min: 0, max: 3650 }).optional(),
  httpsProxy: z.string().optional(),
  noProxy: z.string().optional(),
  notify: z.string().optional(),
  ping: z.string().optional(),
};

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
  const properties = schema.properties as Record<string, Record<string, unknown>>; // of an object
  for (const { name, does } of SETTINGS) {
    const property = properties[name];
    if (property) property['description'] = does;
  }
  return { ...schema, title: 'paybatch.config.json' };
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
  if (key === 'apiSecret' || key === 'apiKey') {
    return `"${key}" does not belong in a config file: set PAYBATCH_${key === 'apiKey' ? 'API_KEY' : 'API_SECRET, or apiSecretFile'}`;
  }
  if (key === 'ledgerPassword')
    return `"${key}" does not belong in a config file: set PAYBATCH_LEDGER_PASSWORD`;
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
