// --delimiter and --map into plain values: of every command that reads CSV files.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Io, UsageError } from './io.ts';

export function delimiterOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const delimiter = value === '\\t' || value === 'tab' ? '\t' : value;
  if (delimiter === ',' || delimiter === ';' || delimiter === '\t') return delimiter;
  throw new UsageError(`--delimiter "${value}": a comma, a semicolon or \\t`);
}

export function mapOf(file: string | undefined, io: Io): ReadonlyMap<string, string> | undefined {
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
