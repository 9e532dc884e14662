// Each setting from its flag, else its variable, else the config file, else its default; and all errors in them.
import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type * as z from 'zod';

import type { PaybatchError } from '../errors.ts';
import { parseJsonText } from '../files/json-text.ts';
import { SMALL } from '../files/small-file.ts';
import { CONFIG_NAME } from './flags.ts';
import { attempt, type Io, readNamed, SettingError } from './io.ts';
import { defaultLedger } from './ledger-place.ts';
import { type Sections, sectionsSchema, validate } from './settings-schema.ts';
import {
  type PlainValues,
  SETTING_NAMES,
  type SettingFlags,
  type SettingName,
  settingOf,
} from './settings-table.ts';

/** Set for the command of a rehearsal. */
export const REHEARSAL = 'PAYBATCH_REHEARSAL';

export type SettingValues = PlainValues & Sections;

/** A setting as it was written. */
export interface ResolvedSetting {
  readonly value: unknown;
  readonly source: string;
}

export interface Merged {
  /** Of the valid settings. */
  readonly values: SettingValues;
  readonly resolved: ReadonlyMap<SettingName, ResolvedSetting>;
  /** Errors of the others, by the setting's path. */
  readonly wrong: Map<string, PaybatchError>;
  /** The name of the config file, if there is one. */
  readonly file: string | undefined;
}

export function mergeSettings(flags: SettingFlags, io: Io): Merged {
  const { value: file, problem } = attempt(() => readConfig(io.cwd, flags.config));
  const wrong = new Map<string, PaybatchError>(problem && [['', problem]]);
  const resolved = new Map<SettingName, ResolvedSetting>();
  const values: Record<string, unknown> = {};
  const ofFile = new Map(file && Object.entries(file.content));
  function validated(type: z.ZodType, { value, source }: ResolvedSetting, name?: SettingName): unknown {
    const { data, flaws } = validate(type, value);
    for (const [path, flaw] of flaws) {
      const key = [name ?? [], path].flat(2).join('.');
      const isOfFile = source === file?.name;
      const place = isOfFile ? `${source}: "${key}"` : source;
      wrong.set(key, new SettingError(`${place}: ${flaw}`, isOfFile ? 'config' : 'settings'));
    }
    return data;
  }

  for (const name of SETTING_NAMES) {
    const own = writtenValue(name, flags, io.env, file);
    const fallback = name === 'ledger' ? defaultLedger(io) : settingOf(name).type.parse(undefined);
    resolved.set(name, own ?? { value: fallback, source: fallback === undefined ? 'not set' : 'default' });
    values[name] = own ? validated(settingOf(name).type, own, name) : fallback;
    if (!settingOf(name).envOnly) ofFile.delete(name);
  }
  const rest = { value: Object.fromEntries(ofFile), source: file?.name ?? '' };
  const sections = ofFile.size > 0 ? validated(sectionsSchema(), rest) : {};
  // each by the type of its setting
  return { values: Object.assign(values, sections) as SettingValues, resolved, wrong, file: file?.name };
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A setting as somebody wrote it, without outer spaces; `undefined` if nobody did. */
function writtenValue(
  name: SettingName,
  flags: SettingFlags,
  variables: Io['env'],
  file: ConfigFile | undefined,
): ResolvedSetting | undefined {
  const { flag, env = '', envOnly, range } = settingOf(name);
  const typed = flag && flags[flag];
  if (typed !== undefined) return { value: trimmed(typed), source: `--${flag ?? ''}` };
  // Proxies are also known by lower-case names, which come first as curl has it.
  const variable = (written: string): string => variables[written]?.trim() ?? '';
  const set = (env.endsWith('_PROXY') && variable(env.toLowerCase())) || variable(env);
  if (set) return { value: range ? Number(set) : set, source: env };
  // The addresses and names of the config file are those of the real service: a rehearsal has others.
  const isLeftOut = envOnly === true || (range === undefined && variables[REHEARSAL] === '1');
  const own = isLeftOut ? undefined : file?.content[name];
  return own === undefined ? undefined : { value: trimmed(own), source: file?.name ?? '' };
}

interface ConfigFile {
  /** As it was named. */
  readonly name: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** `undefined`: there is none. Errors: {@link SettingError}, InputError. */
function readConfig(cwd: string, flag: string | undefined): ConfigFile | undefined {
  const name = flag ?? CONFIG_NAME;
  const path = resolve(cwd, name);
  if (flag === undefined && !isThere(path)) return undefined;
  const content = parseJsonText(textOf(path, name), name, 'config').value;
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new SettingError(`${name}: must be an object in braces`, 'config');
  return { name, content: { ...content } };
}

/** Whether anything is at the path, such as a link to nothing: without its guards, nothing may be sent. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // reading it reports why
  }
}

/** A pipe can be read only once, and several parts of a command read the settings. */
const ofPipes = new Map<string, string>();

function textOf(path: string, name: string): string {
  const text = ofPipes.get(path) ?? readNamed(path, SMALL.settings, name, 'config');
  if (ofPipes.has(path) || statSync(path).isFIFO()) ofPipes.set(path, text);
  return text;
}
