// The config file: the schema that reads it, the JSON Schema that an editor completes it by, and everything that is
// wrong in it at once. A key that isn't known is refused: a misspelt guard would guard nothing.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import * as z from 'zod';

import { CHECK_LEVELS } from '../batch/input/settings.ts';
import { didYouMean } from '../csv/suggest.ts';
import { parseJsonText } from '../files/json-text.ts';
import { SMALL } from '../files/small-file.ts';
import { profileSchema } from '../interface/profile.ts';
import { RULE_IDS } from '../interface/rules.ts';
import { listed, readNamed, SettingError } from './io.ts';
import { CONFIG_NAME, type Setting, SETTING_NAMES, type SettingName, settingOf } from './settings-table.ts';

const typeOf = ({ range }: Setting): z.ZodType => {
  if (range === undefined) return z.string();
  return range === 'positive' ? z.number().positive() : z.int().min(range.min).max(range.max);
};

/** The keys that are plain settings. */
const settingsShape = (): Record<string, z.ZodType> =>
  Object.fromEntries(
    SETTING_NAMES.map((name) => [name, settingOf(name)] as const)
      .filter(([, { envOnly }]) => envOnly !== true)
      .map(([name, setting]) => [name, typeOf(setting).optional().describe(setting.does)]),
  );

function makeSchema() {
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
  const lint = z.strictObject({
    ignore: texts.describe('globs, as .gitignore writes them'),
    hosts: texts.describe('hosts of the service: calls to other hosts are not reported'),
    clients: texts.describe("names of the company's own clients of the service"),
    rules: z.strictObject(Object.fromEntries(RULE_IDS.map((rule) => [rule, level]))).optional(),
  });
  const approver = z.strictObject({ name: z.string().min(1), publicKey: z.string().min(1) });
  const requirement = z.strictObject({
    environments: texts,
    from: amounts,
    signatures: z.int().min(1).optional(),
  });
  const sections = {
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
  };
  const $schema = z.string().optional().describe('for editors; not read here');
  return z.strictObject({ $schema, ...settingsShape(), ...sections } as typeof sections); // the others by their names
}

let made: ReturnType<typeof makeSchema> | undefined;
/** Made when it is asked for: most commands read no config file. */
export const configSchema = (): ReturnType<typeof makeSchema> => (made ??= makeSchema());

export interface ConfigFile
  extends z.infer<ReturnType<typeof makeSchema>>, Readonly<Partial<Record<SettingName, string | number>>> {
  /** As it was named. */
  readonly path: string;
}
export type ConfigGuards = NonNullable<ConfigFile['guards']>;

/** JSON Schema of the config file, made of what reads it. */
export function configJsonSchema(): object {
  return { ...z.toJSONSchema(configSchema(), { io: 'input', unrepresentable: 'any' }), title: CONFIG_NAME };
}

/** Errors: {@link SettingError} that names the file and everything that is wrong in it. */
export function readConfig(cwd: string, flag: string | undefined): ConfigFile | null {
  const shown = flag ?? CONFIG_NAME;
  const path = resolve(cwd, shown);
  if (flag === undefined && !existsSync(path)) return null;
  const parsed = configSchema().safeParse(readJson(path, shown));
  if (parsed.success) return { ...parsed.data, path: shown };
  throw new SettingError(`${shown}: ${listed('settings are wrong', complaints(parsed.error))}`, 'config');
}

/** A pipe can be read only once, and several parts of a command read the settings. */
const ofPipes = new Map<string, string>();

function readJson(path: string, shown: string): unknown {
  const text = ofPipes.get(path) ?? readNamed(path, SMALL.settings, shown, 'config');
  if (ofPipes.has(path) || statSync(path).isFIFO()) ofPipes.set(path, text);
  return parseJsonText(text, shown, 'config').value;
}

function complaints(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
    const what = issue.code === 'invalid_type' ? `must be ${KINDS[issue.expected] ?? issue.expected}` : '';
    const own =
      what === '' ? `: ${issue.message.replace(/^[A-Z]/, (first) => first.toLowerCase())}` : ` ${what}`;
    return [`${path === '' ? 'the file' : `"${path}"`}${own}`];
  });
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

function unknownKey(path: string, key: string): string {
  const own = SETTING_NAMES.find((name) => path === '' && name === key);
  const env = own && settingOf(own).env;
  if (env !== undefined) return `"${key}" does not belong in a config file: set ${env}`;
  const { shape } = configSchema();
  const known: Readonly<Record<string, z.ZodObject>> = {
    '': configSchema(),
    lint: shape.lint.unwrap(),
    checks: shape.checks.unwrap(),
    guards: shape.guards.unwrap(),
    profile: profileSchema,
  };
  const names = path === 'lint.rules' ? RULE_IDS : Object.keys(known[path]?.shape ?? {});
  return `unknown setting "${path === '' ? key : `${path}.${key}`}"${didYouMean(key, names)}`;
}
