// One file: its text into facts, facts into uses of what ended, uses into findings. No file is opened here.
import { createHash } from 'node:crypto';

import { isRefused } from '../../interface/cutoff.ts';
import type { Finding, Hit, ScanSettings } from './finding.ts';
import { judge } from './judge/judge.ts';
import { Lines, shownLine } from './lines.ts';
import { extensionOf, readFacts } from './read/index.ts';
import { type Note, Suppressions } from './suppress.ts';

/** What a file gives to others, and what it would take from them. */
export interface Links {
  /** String constants that others may import. */
  readonly constants: ReadonlyMap<string, string>;
  /** Names of constants that it doesn't have itself. */
  readonly asked: readonly string[];
  /** It defines a route of `current-tenant` itself. */
  readonly hasRoute: boolean;
}

export interface FileResult extends Links {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Finding[];
  readonly notes: readonly Note[];
  readonly cut?: 'too-deep' | 'malformed' | undefined;
}

/** `given`: constants of other files that this one may use. */
export async function scanFile(
  path: string,
  text: string,
  settings: ScanSettings,
  given?: ReadonlyMap<string, string>,
): Promise<FileResult> {
  const extension = extensionOf(path, text);
  const facts = await readFacts({ text, path, extension, headers: settings.headers }, given);
  const hits = judge(path, facts, settings);
  const lines = new Lines(text);
  const suppressions = new Suppressions(text, facts.comments, lines);
  const findings: Finding[] = [];
  const suppressed: Finding[] = [];
  for (const hit of hits) {
    const finding = findingOf(hit, path, text, lines, extension, settings);
    const isSuppressed = suppressions.suppresses(finding.rule, finding.line - 1);
    (isSuppressed ? suppressed : findings).push(finding);
  }
  return {
    findings,
    suppressed,
    notes: suppressions.notes(findings),
    cut: facts.cut,
    constants: facts.constants,
    asked: [...facts.asked],
    hasRoute: hits.some(({ left }) => left === 'own-route'),
  };
}

const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv']);
const DATA: ReadonlySet<string> = new Set(
  'json json5 jsonc ndjson jsonl yaml yml har env properties ini toml http rest log xml md txt sh'.split(' '),
);

function findingOf(
  hit: Hit,
  path: string,
  text: string,
  lines: Lines,
  extension: string,
  { asOf, cutoff }: ScanSettings,
): Finding {
  const { entry, start, end, field, left } = hit;
  const from = lines.at(start);
  const to = lines.at(end);
  const line = lines.text(from.line);
  const kind =
    TABLES.has(extension) && from.line === 0
      ? 'header'
      : DATA.has(extension) || TABLES.has(extension)
        ? 'data'
        : 'code';
  // What is replaced has to stand there.
  const fix = hit.fix && text.slice(hit.fix.start, hit.fix.end) === 'current-tenant' ? hit.fix : undefined;
  const isPath = entry.rule === 'current-tenant-endpoint';
  return {
    rule: entry.rule,
    severity: isRefused(entry.end, asOf, cutoff) ? 'error' : 'warning',
    confidence: hit.confidence,
    path,
    line: from.line + 1,
    column: from.column + 1,
    endLine: to.line + 1,
    endColumn: to.column + 1,
    field,
    replacement: entry.replacement,
    fixable: fix !== undefined,
    evidence: hit.evidence,
    left: !isPath || fix ? null : (left ?? 'unsure'),
    source: shownLine(line, from.column, end - start, kind).text,
    fingerprint: fingerprintOf(entry.rule, path, line.trim()),
    ...(fix ? { fix } : {}),
  };
}

const fingerprintOf = (rule: string, path: string, line: string): string =>
  createHash('sha256')
    .update(`${rule}\0${path}\0${line.slice(0, 2000)}`)
    .digest('hex')
    .slice(0, 16);
