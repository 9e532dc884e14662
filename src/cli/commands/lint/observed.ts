// --observed: recordings and access logs beside the findings: how often each use was really seen, and what was seen that
// no code here makes.
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { plain, plainPath } from '../../../files/plain.ts';
import { readSmallBytes, SMALL, SmallFileError } from '../../../files/small-file.ts';
import type { Finding, Report } from '../../../lint/model/finding.ts';
import { isHar, normal, observe, type Observed, type Recording } from '../../../lint/observed/observed.ts';
import { deprecatedUses } from '../../../sandbox/uses.ts';
import { type Io, UsageError } from '../../io.ts';

export interface Recorded {
  readonly seen: readonly Observed[];
  /** Whether bodies were recorded: an access log can't show that a field is not sent. */
  readonly bodies: boolean;
  /** None of them holds a request: nothing can be said of any use. */
  readonly isEmpty: boolean;
}

export function observedIn(files: readonly string[], hosts: readonly string[], io: Io): Recorded {
  const recordings = files.map((name) => ({ name, bytes: bytesOf(name, io) }));
  let none = 0;
  const odd = (name: string): void => {
    none++;
    io.err(
      `paybatch: warning: --observed ${plainPath(name)} holds no request: that it shows none says nothing\n`,
      'warn',
    );
  };
  const seen = observe(recordings, { hosts, usesOf: deprecatedUses }, odd);
  return { seen, bodies: recordings.some(isHar), isEmpty: none === recordings.length };
}

/** Logs are often kept packed. */
function bytesOf(name: string, io: Io): Recording['bytes'] {
  try {
    const bytes = readSmallBytes(resolve(io.cwd, name), SMALL.report);
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isPacked ? gunzipSync(bytes, { maxOutputLength: SMALL.report }) : bytes;
  } catch (error) {
    if (error instanceof SmallFileError) throw new UsageError(`--observed ${name}: ${error.message}`);
    const { code = 'unreadable' } = error as NodeJS.ErrnoException; // zlib's
    const why = code === 'ERR_BUFFER_TOO_LARGE' ? 'more than 256 MiB once unpacked' : code;
    throw new UsageError(`--observed ${name}: can't be unpacked (${why})`);
  }
}

/** Whether it is what a finding speaks of: the path, or the field by its last name, in the call that it is known to be of. */
function isOf({ rule, field, call }: Observed, finding: Finding): boolean {
  if (rule !== finding.rule) return false;
  if (rule === 'current-tenant-endpoint') return field === normal(finding.field);
  if (finding.call !== undefined && (finding.call === 'quote') !== call.endsWith('/quote')) return false;
  return rule === 'transfer-documents-base64' || field === finding.field.split('.').at(-1);
}

/** Each finding with how often it was really seen, where the recordings can tell. */
export function withObserved(report: Report, { seen, bodies, isEmpty }: Recorded): Report {
  if (isEmpty) return report;
  const findings = report.findings.map((finding) => {
    const own = seen.filter((one) => isOf(one, finding));
    if (own.length === 0 && !bodies && finding.rule !== 'current-tenant-endpoint') return finding;
    const words = seenText(own);
    return {
      ...finding,
      message: `${finding.message} (${words})`,
      evidence: [...finding.evidence, `was ${words}`],
    };
  });
  return { ...report, findings };
}

function seenText(own: readonly Observed[]): string {
  const count = own.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return 'not seen in the recordings';
  const last = own.reduce((latest, one) => (one.last > latest ? one.last : latest), '');
  return `seen ${times(count)}${last === '' ? '' : `, last ${last}`}`;
}

const times = (count: number): string => `${count} time${count === 1 ? '' : 's'}`;

/** What was seen and no code here makes. */
export function orphans(report: Report, { seen }: Recorded): Observed[] {
  return seen.filter((one) => !report.findings.some((finding) => isOf(one, finding)));
}

export const orphansText = (left: readonly Observed[]): string =>
  left
    .map(({ rule, field, call, count, last }) => {
      const what = call === '' ? field : `${field} in ${call} (${rule})`;
      return `Seen ${times(count)}${last === '' ? '' : `, last ${last}`}, and no code found for it: ${plain(what)}\n`;
    })
    .join('');
