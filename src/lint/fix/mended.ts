// A text with its safe fixes made, until nothing more is certain: one that is mended may make others certain. Pure, but for the
// readers that it loads.
import type { Finding } from '../model/finding.ts';
import { type ScanSettings, scanText } from '../scan/scan.ts';

/** More would be needed only where each mend makes a single other one certain. */
const MAX_ROUNDS = 20;

export interface Mended {
  readonly after: string;
  /** Of what was reported, what is found no more. */
  readonly gone: readonly Finding[];
}

/** Why a change is taken back. */
export interface TakenBack {
  readonly why: string;
}

/** A text to mend, and what is told of it. */
export interface Unmended {
  readonly path: string;
  readonly before: string;
  /** What a baseline holds isn't, and stays. */
  readonly reported: readonly Finding[];
  /** What is too unsure to be told of. */
  readonly unshown?: readonly Finding[] | undefined;
  /** What is found in it without other files' word, where a run has just looked. */
  readonly alone?: readonly Finding[] | undefined;
}

/** The text when nothing in it is certain any more, unless that is no better. */
export async function mended(
  { path, before, reported, unshown = [], alone }: Unmended,
  settings: ScanSettings,
): Promise<Mended | TakenBack> {
  const scanned = async (text: string): Promise<Finding[]> =>
    (await scanText(path, text, { neighbour: false }, settings)).findings;
  const first = alone ?? (await scanned(before));
  // What other files tell of it isn't seen here.
  const seen = new Set(first.map(({ fingerprint }) => fingerprint));
  const all = first.length + reported.filter(({ fix, fingerprint }) => fix && !seen.has(fingerprint)).length;
  const known = new Map([...unshown, ...reported].map((finding) => [finding.fingerprint, finding]));
  // Lines keep their number; a finding's mark changes with its line. What other files spoke against is not mended here.
  const isKept = ({ fingerprint, fix, doubted }: Finding): boolean =>
    doubted === true ||
    !known.has(fingerprint) ||
    (fix !== undefined && known.get(fingerprint)?.fix === undefined);
  const kept = new Set(first.filter(isKept).map(({ line }) => line));
  let after = before;
  let fixes = 0;
  let wanted = reported.filter(({ fix }) => fix);
  for (let round = 0; wanted.length > 0; round++) {
    const text = replaced(after, wanted);
    if (text === after || round === MAX_ROUNDS)
      return { why: 'its change comes to no end: change it by hand' };
    after = text;
    fixes += wanted.length;
    const rest = await scanned(after);
    if (rest.length > all - fixes) return { why: whyBack(rest, [...first, ...reported]) };
    wanted = rest.filter(({ fix, line }) => fix && !kept.has(line));
  }
  return { after, gone: goneOf(reported, before, after) };
}

/** What would be found that wasn't: its place, and what there is to do. */
function whyBack(rest: readonly Finding[], before: readonly Finding[]): string {
  const known = new Set(before.map(({ rule, line }) => `${rule} ${line}`));
  const other = rest.find(({ rule, line }) => !known.has(`${rule} ${line}`));
  return other === undefined
    ? 'its change would leave as much to be found as before: change it by hand'
    : `with its change line ${other.line} would become a finding (${other.field}): change the file by hand, or put paybatch-ignore there if that is your own`;
}

export const OLD = 'current-tenant';
export const NEW = 'developer';

/** Findings whose path was changed. Lines keep their number. */
function goneOf(reported: readonly Finding[], before: string, after: string): Finding[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const changes = new Map<number, readonly number[]>();
  const changesIn = (line: number): readonly number[] => {
    const known = changes.get(line) ?? changedIn(old[line - 1] ?? '', now[line - 1] ?? '');
    changes.set(line, known);
    return known;
  };
  return reported.filter(({ rule, line, column, endLine, endColumn }) => {
    if (rule !== 'current-tenant-endpoint') return false;
    const from = line === endLine ? column - 1 : 0;
    return changesIn(endLine).some((at) => at < endColumn - 1 && at + OLD.length > from);
  });
}

/** Where a line names the old path, and the other one the new. */
export function changedIn(line: string, other: string): number[] {
  const found: number[] = [];
  if (line === other) return found;
  let shift = 0;
  for (let at = line.indexOf(OLD); at >= 0; at = line.indexOf(OLD, at + OLD.length)) {
    if (!other.startsWith(NEW, at + shift)) continue;
    found.push(at);
    shift += NEW.length - OLD.length;
  }
  return found;
}

export function replaced(text: string, findings: readonly Finding[]): string {
  const fixes = findings.flatMap(({ fix }) => (fix ? [fix] : [])).sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const fix of fixes) {
    parts.push(text.slice(at, fix.start), fix.text);
    at = fix.end;
  }
  return [...parts, text.slice(at)].join('');
}
