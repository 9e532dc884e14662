// --delimiter and --map into plain values: of every command that reads CSV files.
import { resolve } from 'node:path';

import { readSmallFile, SMALL, SmallFileError } from '../files/small-file.ts';
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
    value = JSON.parse(readSmallFile(resolve(io.cwd, file), SMALL.settings));
  } catch (error) {
    const { message } = error as Error; // ours, or JSON's
    const why = error instanceof SmallFileError ? message : `it is not JSON: ${message}`;
    throw new UsageError(`--map ${file}: ${why}. Nothing was sent`);
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
