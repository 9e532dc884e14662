// The config file: found, parsed, checked (config-schema.ts). Everything that is wrong in it is said at once.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type * as z from 'zod';

import type { ApprovalPolicy } from '../approval/policy.ts';
import type { CheckLevels } from '../batch/input/history-settings.ts';
import { JsonTextError, parseJsonText } from '../files/json-text.ts';
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import type { Profile } from '../interface/profile.ts';
import {
  complaints,
  type ConfigGuards,
  configSchema,
  type FileSettings,
  type lintSchema,
} from './config-schema.ts';
import { listed, SettingError } from './io.ts';
import { CONFIG_NAME } from './settings-table.ts';

export interface ConfigFile {
  readonly path: string;
  readonly settings: FileSettings;
  readonly profile: Partial<Profile>;
  readonly lint: z.infer<typeof lintSchema>;
  readonly checks: Partial<CheckLevels>;
  /** The column that says who is paid. */
  readonly payee: string | undefined;
  readonly guards: ConfigGuards;
  readonly approval: ApprovalPolicy;
}

/** Errors: {@link SettingError} that names the file and everything that is wrong in it. */
export function readConfig(cwd: string, flag: string | undefined): ConfigFile | null {
  const path = resolve(cwd, flag ?? CONFIG_NAME);
  const shown = flag ?? CONFIG_NAME;
  if (flag === undefined && !existsSync(path)) return null;
  const parsed = configSchema.safeParse(readJson(path, shown));
  if (parsed.success) return fileOf(shown, parsed.data);
  throw new SettingError(`${shown}: ${listed('settings are wrong', complaints(parsed.error))}`, 'config');
}

function fileOf(shown: string, data: z.infer<typeof configSchema>): ConfigFile {
  const {
    profile,
    lint = {},
    checks = {},
    payee,
    guards = {},
    approvers = [],
    requireApproval = false,
    ...settings
  } = data;
  return {
    path: shown,
    settings: defined({ ...settings, $schema: undefined }), // only what is set
    profile: defined(profile ?? {}), // checked by profileSchema
    lint,
    checks: defined(checks),
    payee,
    guards,
    approval: {
      approvers,
      require: typeof requireApproval === 'object' ? requireApproval : requireApproval ? {} : undefined,
    },
  };
}

/** A pipe can be read only once, and several parts of a command read the settings. */
const ofPipes = new Map<string, string>();

function readText(path: string): string {
  const known = ofPipes.get(path);
  if (known !== undefined) return known;
  const text = readSmallFile(path, SMALL.settings);
  if (statSync(path).isFIFO()) ofPipes.set(path, text);
  return text;
}

function readJson(path: string, shown: string): unknown {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw new SettingError(`${shown}: ${error.message}`, 'config');
  }
  try {
    return parseJsonText(text).value;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error.place;
    throw new SettingError(`${shown}:${line}:${column}: ${error.message}`, 'config');
  }
}

function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
