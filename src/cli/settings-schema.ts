// The schema of the config file, for reading and for editors. Each error is one line. An unknown key is refused: a
// misspelt guard would have no effect.
import * as z from 'zod';

import { CHECK_LEVELS } from '../batch/input/settings.ts';
import { didYouMean } from '../csv/suggest.ts';
import { profileSchema } from '../interface/profile.ts';
import { RULE_IDS } from '../interface/rules.ts';
import { hostNamed } from '../lint/judge/endpoints.ts';
import { CONFIG_NAME } from './flags.ts';
import { SETTING_NAMES, settingOf } from './settings-table.ts';

function makeSections() {
  const level = z.enum(CHECK_LEVELS).optional();
  const amounts = z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).optional();
  const count = z.int().min(0);
  const texts = z.array(z.string()).optional();
  const checks = z.strictObject({
    payeeChanged: level,
    amountUnusual: level,
    totalUnusual: level,
    firstPayment: level,
  });
  const guards = z.strictObject({
    minCount: count.optional(),
    maxInvalid: z.union([count, z.string()]).transform(String).optional(),
    maxAmount: amounts,
    maxTotal: amounts,
  });
  const host = z
    .string()
    .refine((typed) => hostNamed(typed) !== undefined, 'must be a host like api.payments.example')
    .transform((typed) => hostNamed(typed) ?? typed);
  // One letter is part of nearly every name: every call would be taken for a call of the service.
  const client = z.string().trim().min(2, 'must be the name of a client like SparrowClient');
  const lint = z.strictObject({
    ignore: texts.describe('globs, as .gitignore writes them'),
    hosts: z.array(host).optional().describe('hosts of the service: calls to other hosts are not reported'),
    clients: z.array(client).optional().describe("names of the company's own clients of the service"),
    rules: z.strictObject(Object.fromEntries(RULE_IDS.map((rule) => [rule, level]))).optional(),
  });
  const approver = z.strictObject({ name: z.string().min(1), publicKey: z.string().min(1) });
  const requirement = z.strictObject({
    environments: texts,
    from: amounts,
    signatures: z.int().min(1).optional(),
  });
  return z.strictObject({
    $schema: z.string().optional().describe('for editors; not read here'),
    checks: checks.optional().describe('checks across runs'),
    payee: z.string().trim().min(1).optional().describe('the column that says who is paid'),
    guards: guards.optional().describe('what every file must keep to; a flag replaces the guard of its kind'),
    approvers: z.array(approver).optional().describe('who may approve plans'),
    requireApproval: z
      .union([z.boolean(), requirement])
      .optional()
      .describe('which payments need an approved plan'),
    profile: profileSchema.optional().describe('what the interface specification leaves open'),
    lint: lint.optional(),
  });
}

let made: ReturnType<typeof makeSections> | undefined;
/** All keys that are not plain settings. Made on first use: most commands read no config file. */
export const sectionsSchema = (): ReturnType<typeof makeSections> => (made ??= makeSections());
export type Sections = z.output<ReturnType<typeof makeSections>>;

/** JSON Schema of the config file. */
export function configJsonSchema(): object {
  const plain = SETTING_NAMES.map((name) => [name, settingOf(name)] as const)
    .filter(([, { envOnly }]) => !envOnly)
    .map(([name, { type, does }]) => [name, type.describe(does)]);
  const schema = sectionsSchema().extend(Object.fromEntries(plain) as Record<string, z.ZodType>);
  return { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), title: CONFIG_NAME };
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

/** The path of a key, and the error in its value. */
type SettingFlaw = readonly [path: readonly string[], flaw: string];

export function flawsOf(error: z.ZodError | undefined): SettingFlaw[] {
  return (error?.issues ?? []).flatMap((issue): SettingFlaw[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => [[...path, key], unknownKey(path, key)]);
    if (issue.code === 'invalid_type') return [[path, `must be ${KINDS[issue.expected] ?? issue.expected}`]];
    return [[path, issue.message.replace(/^[A-Z]/, (first) => first.toLowerCase())]];
  });
}

function unknownKey(path: readonly string[], key: string): string {
  const own = SETTING_NAMES.find((name) => path.length === 0 && name === key);
  if (own) return `does not belong in a config file: set ${settingOf(own).env ?? ''}`;
  type Node = { readonly properties?: Readonly<Record<string, Node>> };
  const at = path.reduce<Node | undefined>((schema, name) => schema?.properties?.[name], configJsonSchema());
  return `unknown setting${didYouMean(key, Object.keys(at?.properties ?? {}))}`;
}
