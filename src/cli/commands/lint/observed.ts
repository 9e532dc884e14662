// --observed: how often recordings and access logs have each use, and the uses that no scanned code makes.
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { plainPath } from '../../../files/plain.ts';
import { readSmallBytes, SMALL, SmallFileError } from '../../../files/small-file.ts';
import type { Report } from '../../../lint/model/finding.ts';
import {
  isHar,
  observe,
  type Observed,
  observedFindings,
  type Recording,
  unexplained,
} from '../../../lint/observed.ts';
import { deprecatedUses } from '../../../sandbox/uses.ts';
import { type Io, UsageError } from '../../io.ts';
import { warn } from '../../render/print.ts';

export function withObserved(
  report: Report,
  files: readonly string[],
  hosts: readonly string[],
  io: Io,
): { observed: Report; unexplained: Observed[] } {
  const recordings = files.map((name) => ({ name, bytes: bytesOf(name, io) }));
  const empty: string[] = [];
  const uses = observe(recordings, { hosts, usesOf: deprecatedUses }, (name) => empty.push(name));
  for (const name of empty) warn(io, `--observed ${plainPath(name)} has no request, so it proves nothing`);
  if (empty.length === recordings.length) return { observed: report, unexplained: [] };
  const observed = observedFindings(report.findings, uses, recordings.some(isHar));
  return { observed: { ...report, observed }, unexplained: unexplained(report.findings, uses) };
}

/** Logs are often compressed. */
function bytesOf(name: string, io: Io): Recording['bytes'] {
  try {
    const bytes = readSmallBytes(resolve(io.cwd, name), SMALL.report);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isGzip ? gunzipSync(bytes, { maxOutputLength: SMALL.report }) : bytes;
  } catch (error) {
    if (error instanceof SmallFileError) throw new UsageError(`--observed ${name}: ${error.message}`);
    const { code = 'unreadable' } = error as NodeJS.ErrnoException; // zlib's
    throw new UsageError(`--observed ${name}: can't be decompressed (${code})`);
  }
}
