// `--fix`: `current-tenant` becomes `developer` in paths of sure calls. Where that is allowed is decided when a finding is made
// (`judge/tenant.ts`: a sure, outgoing call in a file that names this service in another way) and when all files are known
// (`lint.ts`: no scanned file serves that route). Here the text is changed, and scanned once more before it is kept.
import type { Finding, ScanSettings } from './model/finding.ts';
import { TENANT } from './model/vocabulary.ts';
import { scanFile } from './scan.ts';

export type Edit = NonNullable<Finding['fix']>;

/** The edits of each file, by its path; sorted by their places. */
export function fixesFor(findings: readonly Finding[]): Map<string, Edit[]> {
  const edits = new Map<string, Edit[]>();
  for (const { path, fix, confidence } of findings) {
    if (!fix || confidence !== 'high') continue;
    const known = edits.get(path);
    if (!known) edits.set(path, [fix]);
    else if (!known.some(({ start }) => start === fix.start)) known.push(fix);
  }
  for (const own of edits.values()) own.sort((a, b) => a.start - b.start);
  return edits;
}

/** The text with its edits, or `undefined` where it isn't as it was read, or where it would say something else than meant. */
export async function applyFixes(
  text: string,
  edits: readonly Edit[],
  path: string,
  settings: ScanSettings,
): Promise<string | undefined> {
  if (edits.some(({ start, end }) => text.slice(start, end) !== TENANT)) return undefined;
  const fixed = replaced(text, edits);
  const [before, after] = [await scanFile(path, text, settings), await scanFile(path, fixed, settings)];
  const left = before.findings.length + before.suppressed.length - edits.length;
  return after.findings.length + after.suppressed.length <= left ? fixed : undefined;
}

function replaced(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of edits) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
