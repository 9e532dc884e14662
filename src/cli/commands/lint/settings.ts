// The settings of a scan: flags of lint and the `lint` section of the config file, each checked.
import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

import { readSmallFile, SMALL, SmallFileError } from '../../../files/small-file.ts';
import { cutoffDay, dayAtMs, dayOf, DEFAULT_CUTOFF_YEAR } from '../../../interface/cutoff.ts';
import { RULE_IDS } from '../../../interface/rules.ts';
import { type Baseline, parseBaseline } from '../../../lint/baseline.ts';
import type { LintSettings } from '../../../lint/lint.ts';
import type { Severity } from '../../../lint/model/finding.ts';
import { Cache } from '../../../lint/run/cache.ts';
import type { LintArgs } from '../../definitions/migration.ts';
import { readChoice } from '../../flag.ts';
import { CONFIG_NAME } from '../../flags.ts';
import { type Io, UsageError } from '../../io.ts';
import type { SettingValues } from '../../settings-sources.ts';
import { BUILD, VERSION } from '../../this-process.ts';

/** `audit` has only some of the flags. */
type WantedLint = Partial<LintArgs> & Pick<LintArgs, 'paths' | 'json'>;

interface OwnSettings {
  readonly values: Pick<SettingValues, 'lint'>;
  readonly profile: { readonly cutoffYear: number };
}

/** Without a config file its schemas are not loaded: an editor that lints at each key waits for that. */
async function ownSettings(flags: WantedLint, io: Io): Promise<OwnSettings> {
  if (flags.config === undefined && !existsSync(resolve(io.cwd, CONFIG_NAME)))
    return { values: {}, profile: { cutoffYear: DEFAULT_CUTOFF_YEAR } };
  const { Settings } = await import('../../settings.ts');
  return new Settings(flags, io);
}

export async function lintSettings(args: WantedLint, io: Io): Promise<LintSettings> {
  const { paths } = args;
  const { values, profile } = await ownSettings(args, io);
  const own = values.lint ?? {};
  const fromInput = paths.includes('-') || (paths.length === 0 && args['stdin-filename'] !== undefined);
  refuseMisuse(args, fromInput);
  return {
    asOf: day('as-of', args['as-of'], dayAtMs(io.now())),
    cutoff: day('cutoff', args.cutoff, cutoffDay(profile.cutoffYear)),
    minConfidence: args['min-confidence'] ?? 'medium',
    hosts: own.hosts ?? [],
    clients: own.clients ?? [],
    cwd: io.cwd,
    paths,
    ignored: own.ignore ?? [],
    levels: levelsOf(args.rule ?? [], own.rules ?? {}),
    cache: cacheOf(io),
    thread: BUILD === undefined ? undefined : new URL('../../../start/sieve-thread.js', import.meta.url),
    // A new baseline has all findings.
    baseline: args['write-baseline'] === undefined ? readBaseline(args.baseline, io) : undefined,
    input: fromInput ? { path: args['stdin-filename'] ?? '', bytes: await io.readInput() } : undefined,
  };
}

/** Flags that contradict each other. Errors: {@link UsageError}. */
function refuseMisuse(args: WantedLint, fromInput: boolean): void {
  const refuse = (why: string): never => {
    throw new UsageError(`lint: ${why}`);
  };
  if (args.paths.length === 0 && !fromInput) refuse('name a file or folder: paybatch lint .');
  if (!fromInput) return;
  if (args.fix === true || args['fix-dry-run'] === true)
    refuse('--fix changes files: it has none with "-" (standard input)');
  if (args.paths.length > 1) refuse('"-" (standard input) cannot be combined with other paths');
  if (args['stdin-filename'] === undefined)
    refuse('"-" needs --stdin-filename NAME, to know what kind of file it is');
}

function day(name: string, value: string | undefined, fallback: string): string {
  const date = dayOf(value ?? fallback);
  if (date !== undefined) return date;
  throw new UsageError(`--${name} ${value ?? ''}: expected a date that exists, like 2026-10-30`);
}

/** The levels of the config file. With --rule all other rules are off, and the named ones are not. */
function levelsOf(wanted: readonly string[], own: LintSettings['levels']): LintSettings['levels'] {
  if (wanted.length === 0) return own;
  const named = new Set(wanted.map((rule) => readChoice('--rule', RULE_IDS, rule)));
  const levels: Record<string, Severity | 'off'> = {};
  for (const rule of RULE_IDS) {
    const level = own[rule];
    if (!named.has(rule)) levels[rule] = 'off';
    else if (level !== undefined && level !== 'off') levels[rule] = level;
  }
  return levels;
}

/** Remembers files that have no word of this service. What that is depends on the build. */
function cacheOf(io: Io): Cache | undefined {
  const { XDG_CACHE_HOME: xdg, HOME: home = '' } = io.env;
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.cache');
  if (BUILD === undefined || !isAbsolute(base)) return undefined;
  return new Cache(join(base, 'paybatch'), [VERSION, BUILD, io.cwd]);
}

/** The findings that are known. Errors: {@link UsageError}. */
function readBaseline(file: string | undefined, io: Io): Baseline | undefined {
  if (file === undefined) return undefined;
  try {
    return parseBaseline(readSmallFile(resolve(io.cwd, file), SMALL.report));
  } catch (error) {
    const { message } = error as Error; // ours, in plain words
    const isMissing = error instanceof SmallFileError && error.code === 'ENOENT';
    const how = isMissing ? ' (--write-baseline makes one)' : '';
    throw new UsageError(`--baseline ${file}: ${message}${how}`, 'baseline');
  }
}
