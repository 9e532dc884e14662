// A hit as a finding: its place in lines, its message, what its line says with values masked, and what it is known by later.
import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';

import { ruleOf } from '../../interface/rules.ts';
import type { Finding, Fix, Hit } from '../model/finding.ts';
import { type Format, formatOf } from '../model/format-of.ts';
import { Lines, owned, type Shown, shownLine } from '../model/lines.ts';
import { type LineKind, withoutValues } from '../model/mask.ts';
import { type Read, readModel } from '../read/read-model.ts';
import { severityOf, whenOf } from './severity.ts';
import { Unspoken } from './unspoken.ts';

/** A line's words; of one as long as a file, those around the finding. */
function saidBy(line: string, column: number): string {
  const part = line.length <= 2_000 ? line : line.slice(Math.max(0, column - 500), column + 500);
  return part.trim().replace(/\s+/g, ' ');
}

function lineKindOf({ kind }: Format, line: number): LineKind {
  if (kind === 'csv' && line === 0) return 'header';
  if (kind === 'shell') return 'shell';
  if (kind === 'markdown') return 'prose';
  if (kind === 'pairs' || kind === 'clojure') return kind;
  return kind === 'code' || kind === 'markup' ? 'code' : 'data';
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface Lined {
  readonly path: string;
  readonly lines: Lines;
  readonly format: Format;
  readonly unspoken: Unspoken;
}

export const linedOf = (path: string, lines: Lines, format: Format, { comments, blocks }: Read): Lined => ({
  ...{ path, format, lines },
  unspoken: new Unspoken([...(comments ?? []), ...(blocks ?? [])]),
});

/** A text's lines, each as it may be shown: what stands from `start` to `end` stays. */
export async function shownLines(
  path: string,
  text: string,
): Promise<(line: number, start: number, end: number) => Shown> {
  const format = formatOf(path, text);
  const read = await readModel(text, format, { name: basename(path, extname(path)), path });
  const { lines, unspoken } = linedOf(path, new Lines(text), format, read);
  return (at, start, end) => {
    const line = lines.text(at);
    const own = unspoken.on(lines.start(at), line.length);
    return shownLine(line, start, end - start, lineKindOf(format, at), own);
  };
}

/** Of a path that --fix leaves, why. */
function leftOf({ entry, fix, left, confidence }: Hit, recorded: boolean): string | null {
  if (entry.where !== 'path') return null;
  if (recorded) return 'it is recorded: what was sent stays as it was';
  return (
    left ?? (fix === undefined || confidence !== 'high' ? 'it is not surely a call of this service' : null)
  );
}

export function findingOf(
  hit: Hit,
  fix: Fix | undefined,
  { path, lines, format, unspoken }: Lined,
  settings: { readonly asOf: string; readonly cutoff: string },
  seen: Map<string, number>,
): Finding {
  const start = lines.at(hit.start);
  const end = lines.at(hit.end);
  const line = lines.text(start.line);
  const length = end.line === start.line ? hit.end - hit.start : line.length - start.column;
  const kind = lineKindOf(format, start.line);
  // What the line says, not where it stands nor in which folder; equal lines of one file are told apart by their order.
  const said = `${hit.entry.rule}\0${basename(path)}\0${hit.field}\0${saidBy(line, start.column)}`;
  const ordinal = seen.get(said) ?? 0;
  seen.set(said, ordinal + 1);
  const recorded = format.kind === 'log' || format.kind === 'recording';
  const field = withoutValues(hit.field);
  const own = unspoken.on(lines.start(start.line), line.length);
  const shown = shownLine(line, start.column, length, kind, own);
  return {
    rule: hit.entry.rule,
    severity: severityOf(hit.entry.end, settings.asOf, settings.cutoff),
    confidence: hit.confidence,
    path,
    line: start.line + 1,
    column: start.column + 1,
    endLine: end.line + 1,
    endColumn: end.column + 1,
    message: owned(ruleOf(hit.entry.rule).message(field, hit.entry, whenOf(hit.entry.end, settings))),
    field: owned(field),
    replacement: hit.entry.replacement,
    fixable: hit.fix !== undefined && hit.confidence === 'high' && !recorded,
    evidence: hit.evidence,
    left: leftOf(hit, recorded),
    ...{
      ...(hit.untied && { untied: hit.untied }),
      ...(hit.on !== undefined && { on: hit.on }),
      ...(hit.whose && { whose: hit.whose }),
      ...(hit.loose && { loose: hit.loose }),
      ...(hit.inside === true && { inside: true }),
      ...(hit.doubted === true && { doubted: true }),
      ...(hit.call && { call: hit.call }),
    },
    source: owned(`${shown.text}\n${' '.repeat(shown.caret)}${'^'.repeat(shown.width)}`),
    fingerprint: createHash('sha256').update(`${said}\0${ordinal}`).digest('hex').slice(0, 32),
    ...(fix !== undefined && hit.confidence === 'high' && !recorded ? { fix } : {}),
  };
}
