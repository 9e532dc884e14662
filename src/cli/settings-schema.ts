// The schema of the config file, for reading and for editors. Each error is one line. An unknown key is refused: a
// misspelt guard would have no effect.
import * as z from 'zod';

import { CHECK_LEVELS } from '../batch/input/settings.ts';
import { didYouMean } from '../csv/suggest.ts';
import { profileSchema } from '../interface/profile.ts';
import { RULE_IDS } from '../interface/rules.ts';
import { hostNamed } from '../lint/judge/endpoints.ts';
import { readAmounts } from './flag.ts';
import { CONFIG_NAME, readInvalidLimit } from './flags.ts';
import { attempt } from './io.ts';
import { SETTING_NAMES, settingOf } from './settings-table.ts';

/** The value as `read` makes it, or the error that `read` throws. `place`: none, because the key is printed. */
const readBy =
  <T, U>(read: (typed: T, place: string) => U) =>
  (typed: T, { issues }: z.core.$RefinementCtx<T>): U => {
    const { value, problem } = attempt(() => ({ read: read(typed, '') }));
    if (value) return value.read;
    issues.push({ code: 'custom', input: typed, message: problem?.message.trim() ?? '' });
    return z.NEVER;
  };

function makeSections() {
  const level = z.enum(CHECK_LEVELS).optional();
  const amount = z.union([z.string(), z.number().max(Number.MAX_SAFE_INTEGER)]).transform(String);
  const amounts = z.record(z.string(), amount);
  // As the flags are read.
  const limits = amounts
    .transform(readBy((typed, place) => Object.fromEntries(readAmounts(Object.entries(typed), place))))
    .optional();
  const invalidLimit = readBy((typed: string, place) => {
    readInvalidLimit(typed, place);
    return typed; // as config prints it
  });
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
    maxInvalid: z.union([count, z.string()]).transform(String).transform(invalidLimit).optional(),
    maxAmount: limits,
    maxTotal: limits,
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
    from: amounts.optional(),
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

/** The error in a value, in plain words, if its schema has none. */
const flawText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return 'is not valid';
  }
};

/** The value as its schema has it, and what is wrong with which key in it. */
export function validate(
  type: z.ZodType,
  value: unknown,
): { readonly data: unknown; readonly flaws: readonly SettingFlaw[] } {
  const { data, error } = type.safeParse(value, { error: flawText });
  const flaws = (error?.issues ?? []).flatMap((issue): SettingFlaw[] => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [[path, issue.message]];
    return issue.keys.map((key) => [[...path, key], unknownKey(path, key)]);
  });
  return { data, flaws };
}

/** The path of a key, and the error in its value. */
type SettingFlaw = readonly [path: readonly string[], flaw: string];

function unknownKey(path: readonly string[], key: string): string {
  const own = SETTING_NAMES.find((name) => path.length === 0 && name === key);
  if (own) return `does not belong in a config file: set ${settingOf(own).env ?? ''}`;
  type Node = { readonly properties?: Readonly<Record<string, Node>> };
  const at = path.reduce<Node | undefined>((schema, name) => schema?.properties?.[name], configJsonSchema());
  return `unknown setting${didYouMean(key, Object.keys(at?.properties ?? {}))}`;
}
