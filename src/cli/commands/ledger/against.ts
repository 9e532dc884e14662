// What others hold of a ledger's chain: the heads in results, plans, exports and backups.
import { readFile } from 'node:fs/promises';

import { openInput, readRecords } from '../../../csv/input.ts';
import { plainPath } from '../../../files/plain.ts';
import type { Seen, Stretch, Witnesses } from '../../../ledger/finding.ts';
import { readLinks } from '../../../ledger/sqlite/chain/verify.ts';
import { UsageError } from '../../io.ts';
import { readExport } from './export-check.ts';

const HEAD = /^[0-9a-f]{64}$/;

/** `name`: how the operator calls it. Errors: {@link UsageError} for a file that bears no head, InputError for one that can't be read. */
export async function witnessIn(
  path: string,
  name: string,
  isInUse: (path: string) => boolean,
): Promise<Witnesses> {
  const start = await readStart(path, name);
  if (start.startsWith('PK')) return { seen: [], stretches: [exportLinks(path, name)] };
  if (start.startsWith('SQLite format 3\0')) {
    const { ledgerId, links } = readLinks(path);
    return { seen: [], stretches: [{ ledgerId, witness: name, isLive: isInUse(path), ...links }] };
  }
  const seen = start.trimStart().startsWith('{')
    ? planHeads(await readFile(path, 'utf8'), name)
    : await resultHeads(path, name);
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

async function readStart(path: string, name: string): Promise<string> {
  const handle = await openInput(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch (error) {
    throw new UsageError(`--against ${plainPath(name)} can't be read: ${String(error)}`);
  } finally {
    await handle.close();
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
