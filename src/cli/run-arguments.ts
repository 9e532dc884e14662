// The flags of run, check and quote into plain values, each checked.
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';

import type { Guards } from '../batch/input/facts.ts';
import type { FileSettings } from '../batch/input/settings.ts';
import { PLAIN_DECIMAL } from '../interface/decimal.ts';
import type { FileKind } from '../interface/file-kind.ts';
import { type Args, text } from './args.ts';
import { type Io, UsageError } from './io.ts';
import type { Settings } from './settings.ts';

export type Mode = 'run' | 'check' | 'quote' | 'funds';

export function fileSettings(
  args: Args,
  mode: Mode,
  settings: Settings,
  io: Io,
): FileSettings & { retry: string } {
  const file = text(args, 'file') ?? '';
  const shownResults = text(args, 'results') ?? besideName(file, mode === 'run' ? 'results' : mode);
  // Messages name files as the user did; the process's own folder is the base of both.
  const retry = join(dirname(shownResults), `${stem(file)}.retry.csv`);
  if (resolve(io.cwd, retry) === resolve(io.cwd, shownResults)) {
    throw new UsageError(`--results ${shownResults} is where the retry file goes: choose another name`);
  }
  return {
    file,
    results: shownResults,
    retry,
    kind: kindOf(args),
    delimiter: delimiterOf(args),
    map: mapOf(args, io),
    profile: settings.profile,
    useDeveloperFunds: args['use-developer-funds'] === true,
    documentsDir: resolve(io.cwd, text(args, 'documents-dir') ?? dirname(file)),
    batchId: batchIdOf(args),
    guards: guardsOf(args),
  };
}

const stem = (file: string): string => basename(file, extname(file));

function besideName(file: string, ending: string): string {
  return join(dirname(file), `${stem(file)}.${ending}.csv`);
}

export function kindOf(args: Args): FileKind | undefined {
  const kind = text(args, 'kind');
  if (kind === undefined || kind === 'payouts' || kind === 'customers') return kind;
  throw new UsageError(`--kind ${kind}: payouts or customers`);
}

export function delimiterOf(args: Args): string | undefined {
  const value = text(args, 'delimiter');
  if (value === undefined) return undefined;
  const delimiter = value === '\\t' || value === 'tab' ? '\t' : value;
  if (delimiter === ',' || delimiter === ';' || delimiter === '\t') return delimiter;
  throw new UsageError(`--delimiter "${value}": a comma, a semicolon or \\t`);
}

function batchIdOf(args: Args): string | undefined {
  const id = text(args, 'batch-id');
  if (id === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(id))
    throw new UsageError('--batch-id: 1 to 200 visible ASCII characters, no spaces');
  return id;
}

export function mapOf(args: Args, io: Io): ReadonlyMap<string, string> | undefined {
  const file = text(args, 'map');
  if (file === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(io.cwd, file), 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error, or JSON's
    throw new UsageError(
      `--map ${file}: ${code === 'ENOENT' ? 'there is no such file' : message}. Nothing was sent`,
    );
  }
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isMap ? Object.entries(value as object) : [];
  if (!isMap || entries.some(([, field]) => typeof field !== 'string')) {
    throw new UsageError(
      `--map ${file}: expected a JSON object, their header -> our field. Nothing was sent`,
    );
  }
  return new Map(entries.map(([from, field]) => [from.trim(), String(field)]));
}

function guardsOf(args: Args): Guards {
  const count = text(args, 'expect-count');
  if (count !== undefined && !/^\d+$/.test(count))
    throw new UsageError(`--expect-count ${count}: no whole number`);
  return {
    expectCount: count === undefined ? undefined : Number(count),
    expectTotal: amounts(args, 'expect-total'),
    maxAmount: amounts(args, 'max-amount'),
    maxTotal: amounts(args, 'max-total'),
  };
}

function amounts(args: Args, name: string): ReadonlyMap<string, string> {
  const value = args[name];
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const out = new Map<string, string>();
  for (const item of list) {
    const [, currency, amount] = /^([^=\s]+)=(.+)$/.exec(String(item)) ?? [];
    if (currency === undefined || amount === undefined || !PLAIN_DECIMAL.test(amount)) {
      throw new UsageError(`--${name} ${String(item)}: expected CUR=AMOUNT, such as GBP=1250.00`);
    }
    if (out.has(currency)) throw new UsageError(`--${name} ${currency} is given twice`);
    out.set(currency, amount);
  }
  return out;
}

export function logFormat(args: Args): 'text' | 'json' {
  const format = text(args, 'log-format') ?? 'text';
  if (format === 'text' || format === 'json') return format;
  throw new UsageError(`--log-format ${format}: text or json`);
}
