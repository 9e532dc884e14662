// Verifies an export without its ledger: members agree with the manifest, the manifest agrees with the seal, the links
// follow one another up to the seal, and entries and records agree with the links.
import { toldBy } from '../../../errors.ts';
import { sha256 } from '../../keys.ts';
import { Fault, LedgerError } from '../../ledger-error.ts';
import { NO_TIP } from '../../records.ts';
import { asText } from '../../store/question.ts';
import { digest, entriesDigest, headOf, lineOf } from '../../store/record.ts';
import { COVERED, ENTRY_COLUMNS } from '../../store/tables.ts';
import { compareHeads, Findings, type NewFinding, type SeenHead } from '../finding.ts';
import { isCovered, linesOf, readLine, type StoredRow, valuesOf } from '../links.ts';
import { evidenceMessage } from '../messages.ts';
import type { Verified } from '../verify.ts';
import {
  CHAIN,
  ENTRIES,
  type ExportedLink,
  type ExportedRecord,
  FORMAT,
  MANIFEST,
  type Manifest,
  type Members,
  RECORDS,
  SEAL,
  type Seal,
  sealText,
  sha256Hex,
} from './format.ts';
import type { OpenedExport } from './zip.ts';

/** Errors: {@link LedgerError} for an archive that is not an export. */
export function verifyExport(
  path: string,
  { members, found }: OpenedExport,
  seen: readonly SeenHead[],
): Verified {
  const findings = new Findings();
  for (const one of found) findings.add(one);
  let about: Pick<Verified, 'ledgerId' | 'tip' | 'lastAt' | 'heads'> = {
    ...{ ledgerId: '', tip: NO_TIP, lastAt: null, heads: { own: 0, unknown: 0 } },
  };
  try {
    const read = readMembers(members);
    checkMembers(read, members, findings);
    checkRecords(read, checkLinks(read, findings), findings);
    checkSeal(read, members, findings);
    about = aboutOf(read, seen, findings);
  } catch (error) {
    if (!members.has(MANIFEST) && !members.has(SEAL))
      throw new LedgerError(evidenceMessage('no_export', { path }), error, 'ledger_format');
    findings.add({ kind: 'damaged', where: MANIFEST, detail: toldBy(error) });
  }
  return { ...about, marked: false, findings: findings.list, found: findings.count, acceptances: null };
}

interface ReadMembers {
  readonly manifest: Manifest;
  readonly seal: Seal;
  readonly links: readonly ExportedLink[];
  readonly entries: readonly StoredRow[];
  readonly records: readonly ExportedRecord[];
}

/** Errors: any, for a manifest or a seal that is missing or can't be read. */
function readMembers(members: Members): ReadMembers {
  const manifest = JSON.parse(textOf(members, MANIFEST)) as Manifest;
  const { format } = manifest as { format?: unknown }; // of another version, perhaps
  if (format !== FORMAT) throw new Fault(evidenceMessage('other_format', { format: String(format) }));
  return {
    manifest,
    seal: JSON.parse(textOf(members, SEAL)) as Seal,
    // As an export writes them. A member in another form has another digest.
    links: parseLines(textOf(members, CHAIN)) as ExportedLink[],
    entries: parseLines(textOf(members, ENTRIES)) as StoredRow[],
    records: parseLines(textOf(members, RECORDS)) as ExportedRecord[],
  };
}

function checkMembers({ manifest }: ReadMembers, members: Members, findings: Findings): void {
  const listed = new Map(Object.entries(manifest.members));
  for (const [name, bytes] of members) {
    if (name === MANIFEST || name === SEAL) continue;
    if (!listed.has(name)) findings.add({ kind: 'added', where: name });
    else if (listed.get(name) !== sha256Hex(bytes)) findings.add({ kind: 'changed', where: name });
  }
  for (const name of listed.keys()) if (!members.has(name)) findings.add({ kind: 'missing', where: name });
}

interface ChainedRecord {
  readonly digest: string | undefined;
  readonly link: ExportedLink;
}

/** The digests in the links, by the number of an entry or by table and key. The last digest counts. */
function checkLinks(
  { manifest, seal, links }: ReadMembers,
  findings: Findings,
): ReadonlyMap<string, ChainedRecord> {
  const chained = new Map<string, ChainedRecord>();
  const [first] = links;
  let head = first?.before ?? manifest.ledgerHead;
  let number = (first ?? seal.link).number - 1;
  for (const link of links) {
    const isOwn =
      (link.records === undefined || sha256(link.records) === link.digest) &&
      (link.lines === undefined || entriesDigest(link.lines) === link.entries);
    const expected = headOf(head, { ...link, records: link.digest });
    if (link.head !== expected || link.number !== number + 1 || !isOwn) findings.add(brokenAt(link, 'links'));
    ({ head, number } = link);
    for (const line of link.lines ?? []) {
      const [entry = '', digest] = line.split(' ');
      chained.set(entry, { digest, link });
    }
    for (const line of linesOf(link.records ?? '').map(readLine))
      if (line) chained.set(`${line.table} ${line.key}`, { digest: line.digest, link });
  }
  if (head !== manifest.ledgerHead)
    findings.add({ kind: 'changed', where: MANIFEST, entry: manifest.ledgerSequence });
  const last = headOf(head, { ...seal.link, records: sha256(seal.link.records) });
  if (last !== seal.link.head || seal.link.number !== number + 1) findings.add(brokenAt(seal.link, SEAL));
  return chained;
}

function checkRecords(
  { entries, records }: ReadMembers,
  chained: ReadonlyMap<string, ChainedRecord>,
  findings: Findings,
): void {
  const check = (found: Omit<NewFinding, 'kind'>, name: string, own: string): void => {
    const line = chained.get(name);
    if (line?.digest === own) return;
    const at = line ? { link: line.link.number, at: new Date(line.link.at) } : {};
    findings.add({ ...found, kind: line ? 'changed' : 'added', ...at });
  };
  for (const row of entries) {
    const found = { where: 'entries', key: asText(row['key']), entry: Number(row['seq']) };
    check(found, String(found.entry), digest('entries', valuesOf(row, ENTRY_COLUMNS)));
  }
  for (const { table, row } of records) {
    if (!isCovered(table)) {
      findings.add({ kind: 'added', where: RECORDS });
      continue;
    }
    const key = JSON.stringify(valuesOf(row, COVERED[table].key));
    check({ where: table, key }, `${table} ${key}`, digest(table, valuesOf(row, COVERED[table].columns)));
  }
}

/** The link of the export has the digest of the manifest, which has those of all other members. */
function checkSeal({ manifest, seal }: ReadMembers, members: Members, findings: Findings): void {
  const { link, record } = seal;
  const line = lineOf('exports', valuesOf({ ...record }, COVERED.exports.columns));
  const isTold = link.records.split('\n').includes(line) && record.run_id === manifest.runId;
  // The manifest does not have the seal, so it must be byte for byte as an export writes it.
  if (!isTold || textOf(members, SEAL) !== sealText({ link, record }))
    findings.add({ ...brokenAt(link, SEAL), kind: 'changed' });
  if (record.manifest !== sha256Hex(members.get(MANIFEST) ?? new Uint8Array()))
    findings.add({ kind: 'changed', where: MANIFEST, entry: link.sequence, at: new Date(record.at) });
}

function aboutOf({ manifest, seal, links }: ReadMembers, seen: readonly SeenHead[], findings: Findings) {
  const { ledgerId, ledgerSequence: sequence, ledgerHead: head } = manifest;
  const own = new Map(
    [...links, { head, sequence }, seal.link].map((link) => [link.head, link.sequence] as const),
  );
  const [atFirst = 0] = own.values();
  // Earlier links may have the same last entry.
  const chain = { ledgerId, own, first: atFirst + 1, last: seal.link.sequence, isLive: false };
  return {
    ledgerId,
    tip: { link: seal.link.number, sequence, head },
    lastAt: new Date(seal.link.at),
    heads: compareHeads(seen, chain, findings),
  };
}

const brokenAt = (link: { number: number; at: number; sequence: number }, where: string): NewFinding => ({
  kind: 'broken',
  where,
  link: link.number,
  entry: link.sequence,
  at: new Date(link.at),
});

const textOf = (members: Members, name: string): string =>
  Buffer.from(members.get(name) ?? []).toString('utf8');

/** Empty for an unreadable text, which an export does not write: its digest differs. */
function parseLines(text: string): unknown[] {
  try {
    return linesOf(text.replace(/\n$/, '')).map((line) => JSON.parse(line) as unknown);
  } catch {
    return [];
  }
}
