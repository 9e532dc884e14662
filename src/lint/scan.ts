// One file: its text into facts, facts into uses of what ended, uses into findings. No file is opened here.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { isRefused } from '../interface/cutoff.ts';
import { judgeCustomer, judgeDocuments } from './judge/customer.ts';
import { type FileSummary, summarizeFile } from './judge/file-summary.ts';
import { judgeTenant, servesTenant } from './judge/tenant.ts';
import { judgeTransfer } from './judge/transfer.ts';
import type { Facts } from './model/facts.ts';
import type { DeprecatedUse, Finding, ScanSettings } from './model/finding.ts';
import { Lines, owned, shownLine, withoutValues } from './model/lines.ts';
import { type Note, Suppressions } from './model/suppress.ts';
import { TENANT } from './model/vocabulary.ts';
import { extensionOf, isCode, readFacts } from './readers.ts';

export interface FileResult {
  /** It defines a route of `current-tenant` itself. */
  readonly hasRoute: boolean;
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Finding[];
  readonly notes: readonly Note[];
  readonly isTooDeep: boolean;
}

export async function scanFile(path: string, text: string, settings: ScanSettings): Promise<FileResult> {
  const extension = extensionOf(path, text);
  const facts = await readFacts({ text, path, extension });
  const summary = summarizeFile({ path, text, isCode: isCode(extension) }, facts, settings);
  const lines = new Lines(text);
  const suppressions = new Suppressions(text, facts.comments, lines);
  const findings: Finding[] = [];
  const suppressed: Finding[] = [];
  const seen = new Map<string, number>();
  for (const use of judge(facts, summary)) {
    const finding = findingOf(use, { path, text, lines, seen }, settings);
    const isSuppressed = suppressions.suppresses(finding.rule, finding.line - 1);
    (isSuppressed ? suppressed : findings).push(finding);
  }
  return {
    findings,
    suppressed,
    notes: suppressions.notes(),
    isTooDeep: facts.isTooDeep,
    hasRoute: servesTenant(facts, summary),
  };
}

/**
 * Uses of deprecated forms. A place that two facts name is reported once: by the first, or by one of high confidence.
 */
function judge(facts: Facts, summary: FileSummary): DeprecatedUse[] {
  const uses = [
    ...facts.objects.flatMap((object) => [
      ...judgeTransfer(object, summary),
      ...judgeCustomer(object, summary),
    ]),
    ...judgeDocuments(facts, summary),
    ...facts.texts.flatMap((text) => judgeTenant(text, summary)),
  ];
  const kept = new Map<string, DeprecatedUse>();
  for (const use of uses) {
    const id = `${use.entry.rule} ${use.start}`;
    if (!kept.has(id) || use.confidence === 'high') kept.set(id, use);
  }
  return [...kept.values()].sort((a, b) => a.start - b.start);
}

interface FileText {
  readonly path: string;
  readonly text: string;
  readonly lines: Lines;
  /** How often a line has had the same finding. */
  readonly seen: Map<string, number>;
}

/** Only programs write longer lines. */
const LONGEST_WRITTEN = 2_000;

function findingOf(use: DeprecatedUse, file: FileText, { asOf, cutoff }: ScanSettings): Finding {
  const { entry, start, end, left } = use;
  const { path, text, lines } = file;
  const from = lines.at(start);
  const to = lines.at(end);
  const line = lines.text(from.line);
  const length = to.line === from.line ? end - start : line.length - from.column;
  const isName = entry.where !== 'path' && entry.where !== 'transfer-documents';
  const shown = shownLine(line, from.column, length, isName);
  const isMinified = line.length > LONGEST_WRITTEN;
  // The replaced text has to be there.
  const isThere = use.fix && text.slice(use.fix.start, use.fix.end) === TENANT;
  const fix = isThere && !isMinified ? use.fix : undefined;
  return {
    rule: entry.rule,
    severity: isRefused(entry.end, asOf, cutoff) ? 'error' : 'warning',
    confidence: use.confidence,
    path,
    line: from.line + 1,
    column: from.column + 1,
    endLine: to.line + 1,
    endColumn: to.column + 1,
    field: owned(withoutValues(use.field)),
    replacement: entry.replacement,
    fixable: fix !== undefined,
    evidence: use.evidence,
    left: entry.where !== 'path' || fix ? null : (left ?? (isMinified ? 'kind-of-file' : 'unsure')),
    source: owned(`${shown.text}\n${' '.repeat(shown.caret)}${'^'.repeat(shown.width)}`),
    fingerprint: fingerprintOf(use, file, line, from.column),
    ...(fix ? { fix } : {}),
  };
}

const MOST_SAID = 400;

/** By the file's name and what the line holds, without line and folder. Equal lines have different ordinals. */
function fingerprintOf(
  { entry, field }: DeprecatedUse,
  { path, seen }: FileText,
  line: string,
  column: number,
): string {
  const near = line
    .slice(Math.max(0, column - MOST_SAID), column + MOST_SAID)
    .replace(/\s+/g, ' ')
    .trim();
  const said = `${entry.rule}\0${basename(path)}\0${field}\0${near}`;
  const ordinal = seen.get(said) ?? 0;
  seen.set(said, ordinal + 1);
  return createHash('sha256').update(`${said}\0${ordinal}`).digest('hex').slice(0, 32);
}
