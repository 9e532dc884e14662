// Checks an export without its ledger: every member is what the manifest says, the manifest is what the seal says, the links
// follow one another up to the seal, and entries and records are what the links tell. Pure.
import { sha256 } from '../../keys.ts';
import { asText } from '../../store/question.ts';
import { digest, headOf } from '../../store/record.ts';
import { COVERED, type CoveredTable, ENTRY_COLUMNS } from '../../store/tables.ts';
import type { Findings, Found } from '../findings.ts';
import type { Stored } from '../pages.ts';
import { valuesOf } from '../stored.ts';
import {
  CHAIN,
  ENTRIES,
  type ExportedLink,
  FORMAT,
  INPUT,
  MANIFEST,
  type Manifest,
  PLAN,
  RECORDS,
  RESULTS,
  SEAL,
  type Seal,
  sealText,
  sha256Hex,
  VERSIONS,
} from './format.ts';
import { planOf, resultsOf } from './results.ts';

export type Members = ReadonlyMap<string, Uint8Array>;

const NEEDED = [CHAIN, ENTRIES, RECORDS, RESULTS, VERSIONS];

/** Errors: any, for an archive whose manifest or seal isn't there or can't be read. */
export function readManifest(members: Members): { manifest: Manifest; seal: Seal } {
  const manifest = json(members, MANIFEST) as Manifest; // what it says is compared with everything else
  const { format } = manifest as { format?: unknown }; // of another version, perhaps
  if (format !== FORMAT) throw new Error(`its manifest is of another format (${String(format)})`);
  return { manifest, seal: json(members, SEAL) as Seal }; // what it says is compared with everything else
}

export function checkArchive(
  members: Members,
  { manifest, seal }: { manifest: Manifest; seal: Seal },
  findings: Findings,
): void {
  const names = [...members.keys()].filter((name) => name !== MANIFEST && name !== SEAL);
  for (const name of names) {
    const said = Object.hasOwn(manifest.members, name) ? manifest.members[name] : undefined;
    if (said === undefined) findings.add({ kind: 'added', where: name });
    else if (said !== sha256Hex(members.get(name) ?? new Uint8Array()))
      findings.add({ kind: 'changed', where: name });
  }
  const listed = Object.keys(manifest.members);
  const needed = [
    ...NEEDED,
    ...(manifest.inputSha256 === null ? [] : [listed.find((name) => name.startsWith(INPUT)) ?? INPUT]),
  ];
  for (const name of new Set([...listed, ...needed]))
    if (!members.has(name)) findings.add({ kind: 'missing', where: name });
  const links = checkLinks(lines(members, CHAIN) as ExportedLink[], manifest, seal, findings); // of our own making, or a finding
  checkSeal(members, manifest, seal, findings);
  const entries = lines(members, ENTRIES) as Stored[]; // as above
  const records = lines(members, RECORDS) as { table: CoveredTable; row: Stored }[]; // as above
  checkRecords(entries, records, links, findings);
  const of = (table: CoveredTable): Stored[] =>
    records.flatMap((one) => (one.table === table ? [one.row] : []));
  const rows = of('run_rows');
  checkRun(members, manifest, records, findings);
  const plan = planOf(of('run_parts'));
  if (plan !== undefined && !members.has(PLAN)) findings.add({ kind: 'missing', where: PLAN });
  else if (plan !== undefined ? plan !== text(members, PLAN) : members.has(PLAN))
    findings.add({ kind: plan === undefined ? 'added' : 'changed', where: PLAN });
  if (resultsOf(manifest.runId, rows, entries) !== text(members, RESULTS))
    findings.add({ kind: 'changed', where: RESULTS });
}

function checkRun(
  members: Members,
  manifest: Manifest,
  records: readonly { table: string; row: Stored }[],
  findings: Findings,
): void {
  const run = records.find(({ table }) => table === 'runs')?.row;
  const environment = records.find(({ table }) => table === 'environments')?.row;
  if (
    run?.['id'] !== manifest.runId ||
    run['file_hash'] !== manifest.inputSha256 ||
    environment?.['name'] !== manifest.environment
  )
    findings.add({ kind: 'changed', where: MANIFEST });
  for (const [name, bytes] of members) {
    if (name.startsWith(INPUT) && sha256Hex(bytes) !== manifest.inputSha256)
      findings.add({ kind: 'changed', where: name });
  }
}

/** What each link tells, by the number of an entry or by table and key; the last one counts. */
type Told = ReadonlyMap<string, { digest: string; link: ExportedLink }>;

function checkLinks(
  links: readonly ExportedLink[],
  manifest: Manifest,
  seal: Seal,
  findings: Findings,
): Told {
  const told = new Map<string, { digest: string; link: ExportedLink }>();
  let head = links[0]?.before ?? manifest.ledgerHead;
  let number = links[0] ? links[0].number - 1 : seal.link.number - 1;
  for (const link of links) {
    const expected = headOf(head, { ...link, records: link.digest });
    const isOwn = link.records === undefined || sha256(link.records) === link.digest;
    if (link.head !== expected || link.number !== number + 1 || !isOwn) findings.add(linkFound(link));
    head = link.head;
    number = link.number;
    for (const line of link.records?.split('\n') ?? []) {
      const [first = '', second = ''] = line.split(' ', 2);
      const name = /^\d/.test(line) ? first : `${first} ${line.slice(line.indexOf(' [') + 1)}`;
      told.set(name, { digest: second, link });
    }
  }
  if (head !== manifest.ledgerHead)
    findings.add({ kind: 'changed', where: MANIFEST, entry: manifest.ledgerSequence });
  const last = headOf(head, { ...seal.link, records: sha256(seal.link.records) });
  if (last !== seal.link.head || seal.link.number !== number + 1)
    findings.add({ ...linkFound(seal.link), where: SEAL });
  return told;
}

const linkFound = (link: { number: number; at: number; sequence: number }): Found => ({
  kind: 'broken',
  where: 'links',
  link: link.number,
  entry: link.sequence,
  at: new Date(link.at),
});

function checkSeal(members: Members, manifest: Manifest, { link, record }: Seal, findings: Findings): void {
  const line = `exports ${digest('exports', valuesOf({ ...record }, COVERED.exports.columns))} [${record.id}]`;
  if (!link.records.split('\n').includes(line) || record.run_id !== manifest.runId)
    findings.add({ ...linkFound(link), kind: 'changed', where: SEAL });
  // It is in no manifest: byte for byte as it is written.
  if (text(members, SEAL) !== sealText({ link, record })) findings.add({ kind: 'changed', where: SEAL });
  if (record.manifest !== sha256Hex(members.get(MANIFEST) ?? new Uint8Array()))
    findings.add({ kind: 'changed', where: MANIFEST, entry: link.sequence, at: new Date(record.at) });
}

function checkRecords(
  entries: readonly Stored[],
  records: readonly { table: CoveredTable; row: Stored }[],
  told: Told,
  findings: Findings,
): void {
  const judge = (found: Found, name: string, own: string): void => {
    const line = told.get(name);
    if (line?.digest === own) return;
    const at = line ? { link: line.link.number, at: new Date(line.link.at) } : {};
    findings.add({ ...found, kind: line ? 'changed' : 'added', ...at });
  };
  for (const row of entries) {
    const seq = Number(row['seq']);
    const found = { kind: 'changed', where: 'entries', key: asText(row['key']), entry: seq } as const;
    judge(found, String(seq), digest('entries', valuesOf(row, ENTRY_COLUMNS)));
  }
  for (const { table, row } of records) {
    if (!Object.hasOwn(COVERED, table)) {
      findings.add({ kind: 'added', where: RECORDS });
      continue;
    }
    const key = JSON.stringify(valuesOf(row, COVERED[table].key));
    judge(
      { kind: 'changed', where: table, key },
      `${table} ${key}`,
      digest(table, valuesOf(row, COVERED[table].columns)),
    );
  }
}

const text = (members: Members, name: string): string =>
  Buffer.from(members.get(name) ?? []).toString('utf8');

function json(members: Members, name: string): unknown {
  if (!members.has(name)) throw new Error(`${name} is not in it`);
  return JSON.parse(text(members, name));
}

/** A member that isn't what we write is one that was changed: said by its digest. */
function lines(members: Members, name: string): unknown[] {
  try {
    const all = text(members, name).split('\n').slice(0, -1);
    return all.map((line) => JSON.parse(line) as unknown);
  } catch {
    return [];
  }
}
