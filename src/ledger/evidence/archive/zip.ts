// Reads an archive, and checks that it has nothing but its members. Programs read other archives in different
// ways, so that two people could find different contents.
import { readFileSync } from 'node:fs';

import { unzipSync } from 'fflate';

import { toldBy } from '../../../errors.ts';
import { Fault, LedgerError } from '../../ledger-error.ts';
import type { NewFinding } from '../finding.ts';
import { evidenceMessage } from '../messages.ts';
import type { Members } from './format.ts';

/** The bytes of a member without its content and its name, which is there twice; and of the end of an archive. */
const MEMBER_BYTES = 30 + 46;
const END_BYTES = 22;

/** The most that an archive may unpack to. A large archive may unpack to so many times its size. */
const UNPACKED = { bytes: 128 * 1024 * 1024, timesPacked: 100 };

export interface OpenedExport {
  readonly members: Members;
  /** Findings about the archive itself. */
  readonly found: readonly NewFinding[];
}

/** Errors: {@link LedgerError} for a file that is not an archive. */
export function openExport(path: string): OpenedExport {
  try {
    return open(readFileSync(path));
  } catch (error) {
    throw new LedgerError(
      evidenceMessage('no_archive', { path, why: toldBy(error) }),
      error,
      'ledger_format',
    );
  }
}

/** Errors: an Error for an archive that can't be read, or would unpack to far more than its size. */
function open(bytes: Buffer): OpenedExport {
  const found: NewFinding[] = [];
  const members = new Map<string, Uint8Array>();
  let [length, unpacked] = [END_BYTES, 0];
  unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      if (members.has(name)) found.push({ kind: 'added', where: name });
      members.set(name, new Uint8Array());
      length += MEMBER_BYTES + 2 * Buffer.byteLength(name) + size;
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > Math.max(UNPACKED.bytes, bytes.length * UNPACKED.timesPacked))
    throw new Fault(
      evidenceMessage('archive_swells', {
        size: Math.round(unpacked / 1024 / 1024),
        times: UNPACKED.timesPacked,
      }),
    );
  if (length !== bytes.length)
    found.push({ kind: 'damaged', where: 'the archive', detail: evidenceMessage('more_than_members') });
  for (const name of members.keys()) {
    try {
      const one = unzipSync(bytes, { filter: (file) => file.name === name });
      members.set(name, one[name] ?? new Uint8Array());
    } catch {
      found.push({ kind: 'changed', where: name });
    }
  }
  return { members, found };
}
