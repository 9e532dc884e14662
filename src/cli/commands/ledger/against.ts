// What others hold of a ledger's chain: the heads in results, plans, exports and backups.
import { readFile } from 'node:fs/promises';

import { openInput, readRecords } from '../../../csv/input.ts';
import { plainPath } from '../../../files/plain.ts';
import type { Seen } from '../../../ledger/finding.ts';
import { verifyLedger } from '../../../ledger/sqlite/chain/verify.ts';
import { UsageError } from '../../io.ts';
import { readExport } from './export-check.ts';
import { kindOf } from './kind.ts';

const HEAD = /^[0-9a-f]{64}$/;

/** `name`: how the operator calls it. Errors: {@link UsageError} for a file that bears no head, InputError for one that can't be read. */
export async function headsIn(path: string, name: string): Promise<Seen[]> {
  const start = await readStart(path, name);
  const seen = start.startsWith('PK')
    ? readExport(path).heads(name)
    : start.startsWith('SQLite format 3\0')
      ? ledgerHead(path, name)
      : start.trimStart().startsWith('{')
        ? planHeads(await readFile(path, 'utf8'), name)
        : await resultHeads(path, name);
  if (seen.length === 0)
    throw new UsageError(
      `--against ${plainPath(name)}: it bears no head of a ledger's chain. Results of an earlier version, of check and of quote have none`,
    );
  return seen;
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

function ledgerHead(path: string, witness: string): Seen[] {
  kindOf(path);
  const { ledgerId, tip } = verifyLedger({ path, inUse: false, seen: [] });
  return [{ ledgerId, sequence: tip.sequence, head: tip.head, witness }];
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
