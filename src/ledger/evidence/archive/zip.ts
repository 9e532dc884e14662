// Reads an archive, and checks that it has nothing besides its members. Programs read other archives in different ways,
// so that two people could find different contents.
import { readFileSync } from 'node:fs';

import { unzipSync } from 'fflate';

import { toldBy } from '../../../errors.ts';
import { LedgerError } from '../../ledger-error.ts';
import type { NewFinding } from '../finding.ts';
import { evidenceMessage } from '../messages.ts';
import type { Members } from './format.ts';

/** The bytes of a member besides its content and its name, which is there twice; and of the end of an archive. */
const MEMBER_BYTES = 30 + 46;
const END_BYTES = 22;

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

/** Errors: an Error for an archive that can't be read. */
function open(bytes: Buffer): OpenedExport {
  const found: NewFinding[] = [];
  const members = new Map<string, Uint8Array>();
  let length = END_BYTES;
  unzipSync(bytes, {
    filter: ({ name, size }) => {
      if (members.has(name)) found.push({ kind: 'added', where: name });
      members.set(name, new Uint8Array());
      length += MEMBER_BYTES + 2 * Buffer.byteLength(name) + size;
      return false;
    },
  });
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
