// The flags of lint and the `lint` section of the config file into plain values, each checked.
import { isAbsolute, join, resolve } from 'node:path';

import { readSmallFile, SMALL, SmallFileError } from '../../../files/small-file.ts';
import { cutoffDay, dayAtMs, dayOf } from '../../../interface/cutoff.ts';
import { RULE_IDS } from '../../../interface/rules.ts';
import { Baseline } from '../../../lint/baseline.ts';
import type { LintSettings } from '../../../lint/lint.ts';
import type { Severity } from '../../../lint/model/finding.ts';
import { hostNamed } from '../../../lint/model/hosts.ts';
import { Cache } from '../../../lint/run/cache.ts';
import { mapOf } from '../../csv-flags.ts';
import type { LintArgs } from '../../definitions/migration.ts';
import { type Io, UsageError } from '../../io.ts';
import { choice } from '../../read-args.ts';
import { CONFIG_NAME } from '../../settings-table.ts';
import { BUILD, VERSION } from '../../this-process.ts';
import type { OwnSettings } from './own-settings.ts';

export interface LintArguments {
  readonly settings: LintSettings;
  readonly format: NonNullable<LintArgs['format']>;
  readonly failOn: NonNullable<LintArgs['fail-on']>;
  readonly fix: 'no' | 'dry' | 'yes';
  readonly writeBaseline: string | undefined;
  /** What was known before, where a baseline is written: it hides nothing then. */
  readonly known: Baseline | undefined;
  readonly observed: readonly string[];
  readonly explain: boolean;
}

function day(name: string, value: string | undefined, fallback: string): string {
  const date = dayOf(value ?? fallback);
  if (date === undefined)
    throw new UsageError(`--${name} ${value ?? ''}: expected a date that exists, like 2026-10-30`);
  return date;
}

/** `audit` has only some of the flags. */
type WantedLint = Partial<LintArgs> & Pick<LintArgs, 'paths' | 'json'>;

export async function lintArguments(args: WantedLint, io: Io, settings: OwnSettings): Promise<LintArguments> {
  const { paths } = args;
  if (paths.length === 0) throw new UsageError('lint: name a file or folder: paybatch lint .');
  const own = settings.config?.lint ?? {};
  const fromInput = paths.includes('-');
  if (fromInput && (args.fix === true || args['fix-dry-run'] === true))
    throw new UsageError('lint: --fix changes files: it has none with "-" (standard input)');
  if (fromInput && paths.length > 1) throw new UsageError('lint: "-" (standard input) stands alone');
  const name = args['stdin-filename'];
  if (fromInput && name === undefined) {
    throw new UsageError('lint -: --stdin-filename NAME is needed, to know what kind of file it is');
  }
  const baseline = args.baseline === undefined ? undefined : readBaseline(args.baseline, io);
  const isWriting = args['write-baseline'] !== undefined;
  if (isWriting && args.fix === true && args['fix-dry-run'] !== true)
    throw new UsageError(
      'lint: --write-baseline with --fix: run --fix first, then write what is left as the baseline',
    );
  return {
    settings: {
      asOf: day('as-of', args['as-of'], dayAtMs(io.now())),
      cutoff: day('cutoff', args.cutoff, cutoffDay(settings.profile.cutoffYear)),
      minConfidence: args['min-confidence'] ?? 'medium',
      hosts: hostsOf(own.hosts ?? []),
      clients: clientsOf(own.clients ?? []),
      headers: mapOf(args.map, io),
      cwd: io.cwd,
      paths,
      ignored: own.ignore ?? [],
      levels: levelsOf(args.rule ?? [], own.rules ?? {}),
      cache: args['no-cache'] === true ? undefined : cacheOf(io),
      thread: BUILD === undefined ? undefined : new URL('../../../start/sieve-thread.js', import.meta.url),
      baseline: isWriting ? undefined : baseline,
      input: fromInput ? { path: name ?? '', bytes: await io.readInput() } : undefined,
    },
    format: args.format ?? (args.json ? 'json' : 'text'),
    failOn: args['fail-on'] ?? 'warning',
    // Asked for both, it shows.
    fix: args['fix-dry-run'] === true ? 'dry' : args.fix === true ? 'yes' : 'no',
    writeBaseline: args['write-baseline'],
    known: isWriting ? baseline : undefined,
    observed: args.observed ?? [],
    explain: args.explain === true,
  };
}

/** A base address names a host, too; what names none would silence every call without a word. */
const hostsOf = (written: readonly string[]): string[] =>
  written.map((one) => {
    const host = hostNamed(one);
    if (host !== undefined) return host;
    throw new UsageError(
      `${CONFIG_NAME}: lint.hosts: ${JSON.stringify(one)} is no host: write it like api.payments.example`,
      'config',
    );
  });

/** One letter stands in nearly every name, and would tie every call to the service without a word. */
const clientsOf = (written: readonly string[]): string[] =>
  written.map((one) => {
    const name = one.trim();
    if (name.length > 1) return name;
    throw new UsageError(
      `${CONFIG_NAME}: lint.clients: ${JSON.stringify(one)} is no name of a client: write it whole, like SparrowClient`,
      'config',
    );
  });

/** Those of the config file; rules that were not asked for are off. A rule that is asked for by name is never off. */
function levelsOf(wanted: readonly string[], own: LintSettings['levels']): LintSettings['levels'] {
  if (wanted.length === 0) return own;
  const named = new Set(wanted.map((rule) => choice('--rule', RULE_IDS, rule)));
  const levels: Record<string, Severity | 'off'> = {};
  for (const rule of RULE_IDS) {
    const level = own[rule];
    if (!named.has(rule)) levels[rule] = 'off';
    else if (level !== undefined && level !== 'off') levels[rule] = level;
  }
  return levels;
}

/** Which files hold no word of this service depends on this build alone. */
function cacheOf(io: Io): Cache | undefined {
  const { XDG_CACHE_HOME: xdg, HOME: home } = io.env;
  const base =
    xdg !== undefined && isAbsolute(xdg) ? xdg : home === undefined ? undefined : join(home, '.cache');
  if (BUILD === undefined || base === undefined || !isAbsolute(base)) return undefined;
  return new Cache(join(base, 'paybatch'), [VERSION, BUILD, io.cwd], process.geteuid?.());
}

function readBaseline(file: string, io: Io): Baseline {
  try {
    const at = resolve(io.cwd, file);
    return Baseline.parse(readSmallFile(at, SMALL.report), at);
  } catch (error) {
    const { message } = error as Error; // ours, in plain words
    const missing = error instanceof SmallFileError && error.code === 'ENOENT';
    const why = missing ? `${message} (--write-baseline makes one)` : message;
    throw new UsageError(`--baseline ${file}: ${why}`, 'baseline');
  }
}
