// The config file: found, parsed, checked. A key that isn't known is refused: a misspelt guard would guard nothing.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import * as z from 'zod';

import { CHECK_LEVELS, type CheckLevels, DEFAULT_CHECKS } from '../batch/input/history-settings.ts';
import { didYouMean } from '../csv/suggest.ts';
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import { type Profile, profileSchema } from '../interface/profile.ts';
import { CONFIG_NAME } from './config-name.ts';
import { UsageError } from './io.ts';

const settingsShape = {
  baseUrl: z.string().optional(),
  authUrl: z.string().optional(),
  clientId: z.string().optional(),
  apiSecretFile: z.string().optional(),
  ledger: z.string().optional(),
  ledgerId: z.string().optional(),
  concurrency: z.int().optional(),
  rate: z.number().optional(),
  haltAfter: z.int().optional(),
  timeout: z.number().optional(),
  maxInDoubt: z.int().optional(),
  alikeDays: z.int().optional(),
  httpsProxy: z.string().optional(),
  noProxy: z.string().optional(),
  notify: z.string().optional(),
  ping: z.string().optional(),
};
const lintSchema = z.strictObject({
  /** Globs, as .gitignore writes them. */
  ignore: z.array(z.string()).optional(),
  /** Hosts of the service: calls of other hosts are nobody's business here. */
  hosts: z.array(z.string()).optional(),
  /** Names of the company's own clients of the service. */
  clients: z.array(z.string()).optional(),
  rules: z.record(z.string(), z.enum(['error', 'warning', 'off'])).optional(),
});
const level = z.enum(CHECK_LEVELS);
const checksSchema = z.strictObject({
  payeeChanged: level.optional(),
  amountUnusual: level.optional(),
  totalUnusual: level.optional(),
  firstPayment: level.optional(),
});
const schema = z.strictObject({
  $schema: z.string().optional(),
  ...settingsShape,
  checks: checksSchema.optional(),
  payee: z.string().trim().min(1).optional(),
  profile: profileSchema.optional(),
  lint: lintSchema.optional(),
});

export interface ConfigFile {
  readonly path: string;
  readonly settings: Readonly<Partial<Record<keyof typeof settingsShape, string | number>>>;
  readonly profile: Partial<Profile>;
  readonly lint: z.infer<typeof lintSchema>;
  readonly checks: Partial<CheckLevels>;
  /** The column that says who is paid. */
  readonly payee: string | undefined;
}

/** Errors: {@link UsageError} that names the file and what is wrong in it. */
export function readConfig(cwd: string, flag: string | undefined): ConfigFile | null {
  const path = resolve(cwd, flag ?? CONFIG_NAME);
  const shown = flag ?? CONFIG_NAME;
  if (flag === undefined && !existsSync(path)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readSmallFile(path, SMALL.settings));
  } catch (error) {
    const { message } = error as Error; // ours, or JSON's
    const why = error instanceof SmallFileError ? message : `it is not JSON: ${message}`;
    throw new UsageError(`${shown}: ${why}. Nothing was sent`, 'config');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new UsageError(`${shown}: ${complaint(parsed.error)}. Nothing was sent`, 'config');
  const { profile, lint = {}, checks = {}, payee, ...settings } = parsed.data;
  return {
    path: shown,
    settings: defined({ ...settings, $schema: undefined }), // only what is set
    profile: defined(profile ?? {}), // checked by profileSchema
    lint,
    checks: defined(checks),
    payee,
  };
}

function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function complaint(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'not as expected';
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    if (key === 'apiSecret' || key === 'apiKey') {
      return `"${key}" does not belong in a config file: set PAYBATCH_${key === 'apiKey' ? 'API_KEY' : 'API_SECRET, or apiSecretFile'}`;
    }
    const known =
      path === ''
        ? [...Object.keys(settingsShape), 'profile', 'lint', 'checks', 'payee']
        : path === 'lint'
          ? Object.keys(lintSchema.shape)
          : path === 'checks'
            ? Object.keys(DEFAULT_CHECKS)
            : Object.keys(profileSchema.shape);
    return `unknown setting "${path === '' ? key : `${path}.${key}`}"${didYouMean(key, known)}`;
  }
  return `${path === '' ? 'the file' : `"${path}"`}: ${issue.message}`;
}
