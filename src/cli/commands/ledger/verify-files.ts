// Files that ledger verify is given: what kind each is, and which heads of a ledger's chain it has.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { openInput, readRecords } from '../../../csv/input.ts';
import { plainPath } from '../../../files/plain.ts';
import { readLinks } from '../../../ledger/evidence/verify.ts';
import { type Seen, type Stretch, type Witnesses } from '../../../ledger/finding.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { UsageError } from '../../io.ts';
import { readExport } from './export-check.ts';

type FileKind = 'ledger' | 'export' | 'json' | 'text';

/** By its first bytes. Errors: {@link LedgerError} for a file that can't be read. */
function kindOf(path: string): FileKind {
  const start = Buffer.alloc(16);
  try {
    // A pipe that nobody fills would be waited for.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (fstatSync(fd).isFile()) readSync(fd, start, 0, 16, 0);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Node's error
    const why = code === 'ENOENT' ? 'there is no such file' : message;
    throw new LedgerError(`${plainPath(path)} can't be read: ${why}`, error, 'ledger_format');
  }
  if (start.toString('latin1') === 'SQLite format 3\0') return 'ledger';
  if (start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'export';
  return /^\s*\{/.test(start.toString('latin1')) ? 'json' : 'text';
}

/** The same of the file that is verified. Errors: {@link LedgerError} for any other kind of file. */
export function subjectOf(path: string): 'ledger' | 'export' {
  const kind = kindOf(path);
  if (kind === 'ledger' || kind === 'export') return kind;
  throw new LedgerError(
    `${plainPath(path)} is neither a ledger nor an export of one`,
    undefined,
    'ledger_format',
  );
}

const HEAD = /^[0-9a-f]{64}$/;

/** `name`: how the operator calls it. Errors: {@link UsageError} for a file without a head, InputError for one that can't be read. */
export async function witnessIn(
  path: string,
  name: string,
  isInUse: (path: string) => boolean,
): Promise<Witnesses> {
  const kind = kindOf(path);
  if (kind === 'export') return { seen: [], stretches: [exportLinks(path, name)] };
  if (kind === 'ledger') {
    const { ledgerId, links } = readLinks(path);
    return { seen: [], stretches: [{ ledgerId, witness: name, isLive: isInUse(path), ...links }] };
  }
  const seen =
    kind === 'json' ? planHeads(await readFile(path, 'utf8'), name) : await resultHeads(path, name);
  if (seen.length === 0)
    throw new UsageError(
      `--against ${plainPath(name)}: it has no head of a ledger's chain. Results of an earlier version, of check and of quote have none`,
    );
  return { seen, stretches: [] };
}

function exportLinks(path: string, name: string): Stretch {
  const { links } = readExport(path);
  try {
    return links(name);
  } catch {
    throw new UsageError(`--against ${plainPath(name)}: it is no export of a ledger, or not a whole one`);
  }
}

/** Any JSON of ours: the three names, wherever they stand together. */
function planHeads(text: string, witness: string): Seen[] {
  const found: Seen[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { ledgerId, ledgerSequence, ledgerHead } = value as Readonly<Record<string, unknown>>; // judged below
    if (typeof ledgerHead === 'string' && HEAD.test(ledgerHead))
      found.push({
        ledgerId: String(ledgerId),
        sequence: Number(ledgerSequence),
        head: ledgerHead,
        witness,
      });
    for (const inner of Object.values(value)) look(inner);
  };
  try {
    look(JSON.parse(text));
  } catch {
    return []; // said by the caller
  }
  return found;
}

/** One for each head, where it first stands. */
async function resultHeads(path: string, name: string): Promise<Seen[]> {
  const seen = new Map<string, Seen>();
  const handle = await openInput(path);
  try {
    let at: readonly number[] | undefined;
    for await (const records of readRecords(handle, { file: path })) {
      for (const { cells, line } of records) {
        if (!at) {
          at = ['ledgerId', 'ledgerSequence', 'ledgerHead'].map((column) => cells.indexOf(column));
          if (at.includes(-1)) return [];
          continue;
        }
        const [ledgerId = '', sequence = '', head = ''] = at.map((index) => cells[index]);
        if (ledgerId === '' || head === '' || seen.has(head)) continue;
        seen.set(head, { ledgerId, sequence: Number(sequence), head, witness: `${name}:${line}` });
      }
    }
  } finally {
    await handle.close();
  }
  return [...seen.values()];
}
