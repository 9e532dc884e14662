// The flags of lint and the `lint` section of the config file into plain values, each checked.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { cutoffDay, dayAtMs, dayOf } from '../interface/cutoff.ts';
import { Baseline } from '../lint/baseline.ts';
import type { Confidence } from '../lint/finding.ts';
import type { LintSettings } from '../lint/lint.ts';
import { type Args, text } from './args.ts';
import { type Io, STANDARD_INPUT, UsageError } from './io.ts';
import { mapOf } from './run-arguments.ts';
import type { Settings } from './settings.ts';

export const LINT_FORMATS = ['text', 'json', 'sarif', 'github', 'csv', 'markdown'] as const;
export type LintFormat = (typeof LINT_FORMATS)[number];

export interface LintArguments {
  readonly settings: LintSettings;
  readonly format: LintFormat;
  readonly failOn: 'error' | 'warning' | 'never';
  readonly fix: 'no' | 'dry' | 'yes';
  readonly writeBaseline: string | undefined;
  readonly observed: readonly string[];
  readonly explain: boolean;
}

function oneOf<T extends string>(args: Args, name: string, values: readonly T[], fallback: T): T {
  const value = text(args, name);
  if (value === undefined) return fallback;
  const known = values.find((one) => one === value);
  if (known === undefined) throw new UsageError(`--${name} ${value}: one of ${values.join(', ')}`);
  return known;
}

function day(args: Args, name: string, fallback: string): string {
  const value = text(args, name);
  const date = dayOf(value ?? fallback);
  if (date === undefined)
    throw new UsageError(`--${name} ${value ?? ''}: expected a date that exists, like 2026-10-30`);
  return date;
}

export async function lintArguments(args: Args, io: Io, settings: Settings): Promise<LintArguments> {
  const paths = [args['paths'] ?? []].flat().map((path) => (path === STANDARD_INPUT ? '-' : String(path)));
  if (paths.length === 0) throw new UsageError('lint: name a file or folder: paybatch lint .');
  const own = settings.config?.lint ?? {};
  const fromInput = paths.includes('-');
  if (fromInput && paths.length > 1) throw new UsageError('lint: "-" (standard input) stands alone');
  const name = text(args, 'stdin-filename');
  if (fromInput && name === undefined) {
    throw new UsageError('lint -: --stdin-filename NAME is needed, to know what kind of file it is');
  }
  const minConfidence: Confidence = oneOf(args, 'min-confidence', ['high', 'medium', 'low'], 'medium');
  const baselineFile = text(args, 'baseline');
  return {
    settings: {
      cwd: io.cwd,
      paths,
      ignored: own.ignore ?? [],
      asOf: day(args, 'as-of', dayAtMs(io.now())),
      cutoff: day(args, 'cutoff', cutoffDay(settings.profile.cutoffYear)),
      minConfidence,
      hosts: own.hosts ?? [],
      clients: own.clients ?? [],
      levels: own.rules ?? {},
      map: mapOf(args, io),
      baseline: baselineFile === undefined ? undefined : readBaseline(baselineFile, io),
      input: fromInput ? { path: name ?? '', text: await io.readInput() } : undefined,
    },
    format: oneOf(args, 'format', LINT_FORMATS, args['json'] === true ? 'json' : 'text'),
    failOn: oneOf(args, 'fail-on', ['error', 'warning', 'never'], 'warning'),
    fix: args['fix'] === true ? 'yes' : args['fix-dry-run'] === true ? 'dry' : 'no',
    writeBaseline: text(args, 'write-baseline'),
    observed: [args['observed'] ?? []].flat().map(String),
    explain: args['explain'] === true,
  };
}

function readBaseline(file: string, io: Io): Baseline {
  try {
    return Baseline.parse(readFileSync(resolve(io.cwd, file), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error, or one in plain words
    const why = code === 'ENOENT' ? 'there is no such file (--write-baseline makes one)' : (code ?? message);
    throw new UsageError(`--baseline ${file}: ${why}`, 'baseline');
  }
}
