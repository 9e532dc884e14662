// The config file: found, parsed, checked (config-schema.ts). Everything that is wrong in it is said at once.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type * as z from 'zod';

import type { ApprovalPolicy } from '../approval/policy.ts';
import type { CheckLevels } from '../batch/input/history-settings.ts';
import { JsonTextError, parseJsonText } from '../files/json-text.ts';
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import type { Profile } from '../interface/profile.ts';
import { CONFIG_NAME } from './config-name.ts';
import { complaints, configSchema, type lintSchema, type settingsShape } from './config-schema.ts';
import { UsageError } from './io.ts';

export interface ConfigFile {
  readonly path: string;
  readonly settings: Readonly<Partial<Record<keyof typeof settingsShape, string | number>>>;
  readonly profile: Partial<Profile>;
  readonly lint: z.infer<typeof lintSchema>;
  readonly checks: Partial<CheckLevels>;
  /** The column that says who is paid. */
  readonly payee: string | undefined;
  readonly approval: ApprovalPolicy;
}

/** Errors: {@link UsageError} that names the file and what is wrong in it. */
export function readConfig(cwd: string, flag: string | undefined): ConfigFile | null {
  const path = resolve(cwd, flag ?? CONFIG_NAME);
  const shown = flag ?? CONFIG_NAME;
  if (flag === undefined && !existsSync(path)) return null;
  const parsed = configSchema.safeParse(readJson(path, shown));
  if (!parsed.success) throw new UsageError(listed(shown, complaints(parsed.error)), 'config');
  const {
    profile,
    lint = {},
    checks = {},
    payee,
    approvers = [],
    requireApproval = false,
    ...settings
  } = parsed.data;
  return {
    path: shown,
    settings: defined({ ...settings, $schema: undefined }), // only what is set
    profile: defined(profile ?? {}), // checked by profileSchema
    lint,
    checks: defined(checks),
    payee,
    approval: {
      approvers,
      require: typeof requireApproval === 'object' ? requireApproval : requireApproval ? {} : undefined,
    },
  };
}

function listed(file: string, wrong: readonly string[]): string {
  const [first = 'not as expected', second] = wrong;
  if (second === undefined) return `${file}: ${first}. Nothing was sent`;
  return `${file}: ${wrong.length} settings are wrong. Nothing was sent\n${wrong.map((one) => `  ${one}`).join('\n')}`;
}

function readJson(path: string, shown: string): unknown {
  let text: string;
  try {
    text = readSmallFile(path, SMALL.settings);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new UsageError(`${shown}: ${error.message}. Nothing was sent`, 'config');
  }
  try {
    return parseJsonText(text).value;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error.place;
    throw new UsageError(`${shown}:${line}:${column}: ${error.message}. Nothing was sent`, 'config');
  }
}

function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
