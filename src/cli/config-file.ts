// The config file: found, parsed, checked (config-schema.ts). Everything that is wrong in it is said at once.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type * as z from 'zod';

import type { ApprovalPolicy } from '../approval/policy.ts';
import type { CheckLevels } from '../batch/input/history-settings.ts';
import { JsonTextError, parseJsonText } from '../files/json-text.ts';
import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
import type { Profile } from '../interface/profile.ts';
import { CONFIG_NAME } from './config-name.ts';
import {
  complaints,
  type ConfigGuards,
  configSchema,
  type lintSchema,
  type settingsShape,
} from './config-schema.ts';
import { SettingError } from './io.ts';

export interface ConfigFile {
  readonly path: string;
  readonly settings: Readonly<Partial<Record<keyof typeof settingsShape, string | number>>>;
  readonly profile: Partial<Profile>;
  readonly lint: z.infer<typeof lintSchema>;
  readonly checks: Partial<CheckLevels>;
  /** The column that says who is paid. */
  readonly payee: string | undefined;
  readonly guards: ConfigGuards;
  readonly approval: ApprovalPolicy;
}

/** What is wrong in the file, a sentence each, and what it says all the same. */
export class ConfigRefused extends SettingError {
  readonly problems: readonly string[];
  /** The file without what is wrong; `null` where nothing of it can be read. */
  readonly rest: ConfigFile | null;
  /** Settings that the file may hold, which can't be read: they aren't missing. */
  readonly unread: (name: string) => boolean;

  constructor(message: string, read: Pick<ConfigRefused, 'problems' | 'rest' | 'unread'>) {
    super(message, 'config');
    this.problems = read.problems;
    this.rest = read.rest;
    this.unread = read.unread;
  }
}

/** Of a file that is no JSON, or can't be opened. */
const unreadable = (problem: string): ConfigRefused =>
  new ConfigRefused(problem, {
    problems: [problem],
    rest: null,
    unread: () => true,
  });

/** Errors: {@link ConfigRefused} that names the file and what is wrong in it. */
export function readConfig(cwd: string, flag: string | undefined): ConfigFile | null {
  const path = resolve(cwd, flag ?? CONFIG_NAME);
  const shown = flag ?? CONFIG_NAME;
  if (flag === undefined && !existsSync(path)) return null;
  const json = readJson(path, shown);
  const parsed = configSchema.safeParse(json);
  if (parsed.success) return fileOf(shown, parsed.data);
  const wrong = complaints(parsed.error);
  const names = new Set(parsed.error.issues.flatMap(settingsOf));
  const rest = configSchema.safeParse(without(json, names));
  throw new ConfigRefused(listed(shown, wrong), {
    problems: wrong.map((one) => `${shown}: ${one}`),
    rest: rest.success ? fileOf(shown, rest.data) : null,
    unread: (name) => !rest.success || names.has(name),
  });
}

const settingsOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys' && issue.path.length === 0
    ? issue.keys
    : issue.path.slice(0, 1).map(String);

const without = (json: unknown, names: ReadonlySet<string>): unknown =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? Object.fromEntries(Object.entries(json).filter(([name]) => !names.has(name)))
    : json;

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

function listed(file: string, wrong: readonly string[]): string {
  const [first = 'not as expected', second] = wrong;
  if (second === undefined) return `${file}: ${first}`;
  return `${file}: ${wrong.length} settings are wrong:\n${wrong.map((one) => `  ${one}`).join('\n')}`;
}

/** What a pipe has said: it says it only once, and several parts of a command ask. */
const ofPipes = new Map<string, string>();

function readText(path: string): string {
  const known = ofPipes.get(path);
  if (known !== undefined) return known;
  const text = readSmallFile(path, SMALL.settings);
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) ofPipes.set(path, text);
  return text;
}

function readJson(path: string, shown: string): unknown {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (!(error instanceof SmallFileError)) throw error;
    throw unreadable(`${shown}: ${error.message}`);
  }
  try {
    return parseJsonText(text).value;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error.place;
    throw unreadable(`${shown}:${line}:${column}: ${error.message}`);
  }
}

function defined(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
