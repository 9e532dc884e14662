// Files that ledger verify is given: what kind each is, and which heads of a ledger's chain it names.
import { readFile } from 'node:fs/promises';

import { openInput, readTable } from '../../../csv/input.ts';
import { plainPath } from '../../../files/plain.ts';
import { MANIFEST } from '../../../ledger/evidence/archive/format.ts';
import { openExport } from '../../../ledger/evidence/archive/zip.ts';
import type { SeenHead } from '../../../ledger/evidence/finding.ts';
import { readEnd } from '../../../ledger/evidence/verify.ts';
import { UsageError } from '../../io.ts';

/** By its first bytes. Errors: InputError for a file that can't be read. */
export async function kindOf(path: string): Promise<'ledger' | 'export' | 'json' | 'text'> {
  const handle = await openInput(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    const text = buffer.toString('latin1');
    if (text === 'SQLite format 3\0') return 'ledger';
    if (text.startsWith('PK\x03\x04')) return 'export';
    return /^\s*\{/.test(text) ? 'json' : 'text';
  } finally {
    await handle.close();
  }
}

/** `name`: the file as the operator named it. Errors: {@link UsageError} for a file that names no head. */
export async function headsIn(path: string, name: string): Promise<SeenHead[]> {
  const heads = await headsOf(path, name);
  if (heads.length > 0) return heads;
  throw new UsageError(`--against ${plainPath(name)}: no ledger stamp in it. Results of check have none`);
}

async function headsOf(path: string, name: string): Promise<SeenHead[]> {
  switch (await kindOf(path)) {
    case 'ledger':
      return [{ ...readEnd(path), place: name }];
    case 'export':
      return jsonHeads(Buffer.from(openExport(path).members.get(MANIFEST) ?? []).toString('utf8'), name);
    case 'json':
      return jsonHeads(await readFile(path, 'utf8'), name);
    case 'text':
      return resultHeads(path, name);
  }
}

const HEAD = /^[0-9a-f]{64}$/;

/** Every object in it that has ledgerId, ledgerSequence and ledgerHead. */
function jsonHeads(text: string, place: string): SeenHead[] {
  const heads: SeenHead[] = [];
  const visit = (_: string, value: unknown): unknown => {
    const { ledgerId, ledgerSequence, ledgerHead: head } = Object(value) as Readonly<Record<string, unknown>>; // any JSON
    if (typeof head === 'string' && HEAD.test(head))
      heads.push({ ledgerId: String(ledgerId), sequence: Number(ledgerSequence), head, place });
    return value;
  };
  try {
    JSON.parse(text, visit);
    return heads;
  } catch {
    return []; // reported by the caller
  }
}

/** Each head once, at the first line that has it. */
async function resultHeads(path: string, name: string): Promise<SeenHead[]> {
  const seen = new Map<string, SeenHead>();
  for await (const { line, cell } of readTable(path)) {
    const [ledgerId, head] = [cell('ledgerId'), cell('ledgerHead')];
    if (ledgerId === '' || head === '' || seen.has(head)) continue;
    seen.set(head, { ledgerId, sequence: Number(cell('ledgerSequence')), head, place: `${name}:${line}` });
  }
  return [...seen.values()];
}
