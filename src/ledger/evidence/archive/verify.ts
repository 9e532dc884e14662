// Verifies an export without its ledger: members agree with the manifest, the manifest agrees with the seal, the links
// follow one another up to the seal, and entries and records agree with the links.
import { toldBy } from '../../../errors.ts';
import type { Message } from '../../../message.ts';
import { sha256 } from '../../keys.ts';
import { Fault, LedgerError } from '../../ledger-error.ts';
import { digest, entriesDigest, headOf, lineOf } from '../../store/digest.ts';
import { asText } from '../../store/question.ts';
import { COVERED, ENTRY_COLUMNS } from '../../store/tables.ts';
import { compareHeads, Findings, type Heads, type NewFinding, type SeenHead } from '../finding.ts';
import { isCovered, linesOf, readLine, type StoredRow, valuesOf } from '../links.ts';
import { evidenceMessage } from '../messages.ts';
import type { Verified } from '../verify.ts';
import {
  CHAIN,
  ENTRIES,
  type ExportedLink,
  type ExportedRecord,
  FORMAT,
  INPUT,
  MANIFEST,
  type Manifest,
  type Members,
  PLAN,
  planOf,
  RECORDS,
  RESULTS,
  rowsOf,
  SEAL,
  type Seal,
  sealText,
  sha256Hex,
  VERSIONS,
} from './format.ts';
import type { OpenedExport } from './zip.ts';

/** `planFault`: what is wrong with the plan. Errors: {@link LedgerError} for an archive that is not an export. */
export function verifyExport(
  path: string,
  { members, found }: OpenedExport,
  seen: readonly SeenHead[],
  planFault: (plan: string) => Message | undefined,
): Verified {
  const findings = new Findings();
  for (const one of found) findings.add(one);
  let check: ExportCheck | undefined;
  try {
    check = new ExportCheck(members, findings);
    check.all();
    const plan = members.get(PLAN);
    const detail = plan && planFault(textOf(members, PLAN));
    if (detail) findings.add({ kind: 'changed', where: PLAN, detail });
  } catch (error) {
    if (!members.has(MANIFEST) && !members.has(SEAL))
      throw new LedgerError(evidenceMessage('no_export', { path }), error, 'ledger_format');
    findings.add({ kind: 'damaged', where: MANIFEST, detail: toldBy(error) });
  }
  const { manifest, seal } = check ?? {};
  const heads = check?.compareHeads(seen) ?? { own: 0, after: 0, before: 0 };
  return {
    ledgerId: manifest?.ledgerId ?? '',
    tip: {
      link: seal?.link.number ?? 0,
      sequence: manifest?.ledgerSequence ?? 0,
      head: manifest?.ledgerHead ?? '',
    },
    lastAt: seal ? new Date(seal.link.at) : null,
    marked: false,
    heads,
    findings: findings.list,
    found: findings.count,
    acceptances: null,
  };
}

class ExportCheck {
  readonly manifest: Manifest;
  readonly seal: Seal;
  readonly #members: Members;
  readonly #findings: Findings;
  readonly #links: readonly ExportedLink[];
  readonly #entries: readonly StoredRow[];
  readonly #records: readonly ExportedRecord[];

  /** Errors: any, for a manifest or a seal that is missing or can't be read. */
  constructor(members: Members, findings: Findings) {
    this.#members = members;
    this.#findings = findings;
    this.manifest = JSON.parse(textOf(members, MANIFEST)) as Manifest;
    const { format } = this.manifest as { format?: unknown }; // of another version, perhaps
    if (format !== FORMAT) throw new Fault(evidenceMessage('other_format', { format: String(format) }));
    this.seal = JSON.parse(textOf(members, SEAL)) as Seal;
    // As an export writes them. A member in another form has another digest.
    this.#links = parseLines(textOf(members, CHAIN)) as ExportedLink[];
    this.#entries = parseLines(textOf(members, ENTRIES)) as StoredRow[];
    this.#records = parseLines(textOf(members, RECORDS)) as ExportedRecord[];
  }

  all(): void {
    this.#checkMembers();
    this.#checkRecords(this.#checkLinks());
    this.#checkSeal();
    this.#checkRun();
  }

  #checkMembers(): void {
    const { members, inputSha256 } = this.manifest;
    const listed = new Map(Object.entries(members));
    for (const [name, bytes] of this.#members) {
      if (name === MANIFEST || name === SEAL) continue;
      if (!listed.has(name)) this.#findings.add({ kind: 'added', where: name });
      else if (listed.get(name) !== sha256Hex(bytes)) this.#findings.add({ kind: 'changed', where: name });
      else if (name.startsWith(INPUT) && listed.get(name) !== inputSha256)
        this.#findings.add({ kind: 'changed', where: name });
    }
    const input = [...listed.keys()].find((name) => name.startsWith(INPUT)) ?? INPUT;
    const needed = [CHAIN, ENTRIES, RECORDS, RESULTS, VERSIONS, ...(inputSha256 === null ? [] : [input])];
    for (const name of new Set([...listed.keys(), ...needed]))
      if (!this.#members.has(name)) this.#findings.add({ kind: 'missing', where: name });
  }

  /** The digests in the links, by the number of an entry or by table and key. The last digest counts. */
  #checkLinks(): ReadonlyMap<string, ChainedRecord> {
    const { manifest, seal } = this;
    const chained = new Map<string, ChainedRecord>();
    const [first] = this.#links;
    let head = first?.before ?? manifest.ledgerHead;
    let number = (first ?? seal.link).number - 1;
    for (const link of this.#links) {
      const isOwn =
        (link.records === undefined || sha256(link.records) === link.digest) &&
        (link.lines === undefined || entriesDigest(link.lines) === link.entries);
      const expected = headOf(head, { ...link, records: link.digest });
      if (link.head !== expected || link.number !== number + 1 || !isOwn)
        this.#findings.add(brokenAt(link, 'links'));
      ({ head, number } = link);
      for (const line of link.lines ?? []) {
        const [entry = '', digest] = line.split(' ');
        chained.set(entry, { digest, link });
      }
      for (const line of linesOf(link.records ?? '').map(readLine))
        if (line) chained.set(`${line.table} ${line.key}`, { digest: line.digest, link });
    }
    if (head !== manifest.ledgerHead)
      this.#findings.add({ kind: 'changed', where: MANIFEST, entry: manifest.ledgerSequence });
    const last = headOf(head, { ...seal.link, records: sha256(seal.link.records) });
    if (last !== seal.link.head || seal.link.number !== number + 1)
      this.#findings.add(brokenAt(seal.link, SEAL));
    return chained;
  }

  #checkRecords(chained: ReadonlyMap<string, ChainedRecord>): void {
    const check = (found: Omit<NewFinding, 'kind'>, name: string, own: string): void => {
      const line = chained.get(name);
      if (line?.digest === own) return;
      const at = line ? { link: line.link.number, at: new Date(line.link.at) } : {};
      this.#findings.add({ ...found, kind: line ? 'changed' : 'added', ...at });
    };
    for (const row of this.#entries) {
      const found = { where: 'entries', key: asText(row['key']), entry: Number(row['seq']) };
      check(found, String(found.entry), digest('entries', valuesOf(row, ENTRY_COLUMNS)));
    }
    for (const { table, row } of this.#records) {
      if (!isCovered(table)) {
        this.#findings.add({ kind: 'added', where: RECORDS });
        continue;
      }
      const key = JSON.stringify(valuesOf(row, COVERED[table].key));
      check({ where: table, key }, `${table} ${key}`, digest(table, valuesOf(row, COVERED[table].columns)));
    }
  }

  #checkSeal(): void {
    const { link, record } = this.seal;
    const line = lineOf('exports', valuesOf({ ...record }, COVERED.exports.columns));
    const isTold = link.records.split('\n').includes(line) && record.run_id === this.manifest.runId;
    // The manifest does not have the seal, so it must be byte for byte as an export writes it.
    if (!isTold || textOf(this.#members, SEAL) !== sealText({ link, record }))
      this.#findings.add({ ...brokenAt(link, SEAL), kind: 'changed' });
    if (record.manifest !== sha256Hex(this.#members.get(MANIFEST) ?? new Uint8Array()))
      this.#findings.add({ kind: 'changed', where: MANIFEST, entry: link.sequence, at: new Date(record.at) });
  }

  /** The manifest names this run, and the plan agrees with the records. */
  #checkRun(): void {
    const { runId, inputSha256, environment } = this.manifest;
    const [run] = rowsOf(this.#records, 'runs');
    const [place] = rowsOf(this.#records, 'environments');
    if (run?.['id'] !== runId || run['file_hash'] !== inputSha256 || place?.['name'] !== environment)
      this.#findings.add({ kind: 'changed', where: MANIFEST });
    const plan = planOf(this.#records);
    if (plan !== undefined && !this.#members.has(PLAN)) this.#findings.add({ kind: 'missing', where: PLAN });
    else if (this.#members.has(PLAN) && plan !== textOf(this.#members, PLAN))
      this.#findings.add({ kind: plan === undefined ? 'added' : 'changed', where: PLAN });
  }

  compareHeads(seen: readonly SeenHead[]): Heads {
    const { manifest, seal } = this;
    const own = new Map([
      ...this.#links.map(({ head, sequence }) => [head, sequence] as const),
      [manifest.ledgerHead, manifest.ledgerSequence],
      [seal.link.head, seal.link.sequence],
    ]);
    const [atFirst = 0] = own.values();
    // Earlier links may have the same last entry.
    const first = atFirst + 1;
    const chain = { ledgerId: manifest.ledgerId, own, first, last: seal.link.sequence, isLive: false };
    return compareHeads(seen, chain, this.#findings);
  }
}

interface ChainedRecord {
  readonly digest: string | undefined;
  readonly link: ExportedLink;
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
