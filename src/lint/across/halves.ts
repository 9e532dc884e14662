// A mock, or what a test expects, and the call that it stands for: where the tree leaves the call, --fix leaves the test's half, too.
import type { Looked } from '../look/look.ts';
import type { Finding } from '../model/finding.ts';
import { formatOf } from '../model/format-of.ts';
import { type LeftKind, leftKind } from '../model/left-kind.ts';
import { isTestFile } from '../model/tests.ts';

const RULE = 'current-tenant-endpoint';

/** Whether what other files call decides about it: a path of a test that would be changed. */
export const isHalf = ({ rule, fix, path }: Finding): boolean =>
  rule === RULE && fix !== undefined && isTestFile(path);

/** `tell`: a file's name as reasons tell it. Files of a tree, without fixes in tests of paths that code only calls where it is left. */
export function withoutHalves(
  looked: readonly (Looked | undefined)[],
  tell: (path: string) => string,
): (Looked | undefined)[] {
  if (!looked.some((one) => findingsOf(one).some(isHalf))) return [...looked];
  const changed = new Set<string>();
  const left = new Map<string, string>();
  for (const one of looked)
    for (const finding of findingsOf(one)) {
      if (finding.rule !== RULE || isTestFile(finding.path) || !isTested(finding.path)) continue;
      if (finding.fix) changed.add(pathOf(finding));
      else if (isCode(finding.path) && isCall(finding) && !left.has(pathOf(finding)))
        left.set(pathOf(finding), `${tell(finding.path)}:${finding.line}`);
    }
  return looked.map((one) => {
    if (one?.kind !== 'scanned' || !one.scanned.findings.some(isHalf)) return one;
    const findings = one.scanned.findings.map((finding) => {
      const path = pathOf(finding);
      const call = isHalf(finding) && !changed.has(path) ? left.get(path) : undefined;
      return call === undefined ? finding : leave(finding, `its call in ${call} is left`);
    });
    return { ...one, scanned: { ...one.scanned, findings } };
  });
}

const findingsOf = (looked: Looked | undefined): readonly Finding[] =>
  looked?.kind === 'scanned' ? looked.scanned.findings : [];

/** Whatever stands for its parameters. */
const pathOf = ({ replacement, field }: Finding): string => replacement ?? field;

/** A route, or what is compared, is none. */
const isCall = ({ left }: Finding): boolean => left !== null && !NO_CALL.has(leftKind(left));
const NO_CALL: ReadonlySet<LeftKind> = new Set(['route', 'half', 'record']);

function leave(finding: Finding, left: string): Finding {
  const { fix, ...rest } = finding;
  return fix ? { ...rest, fixable: false, left } : finding;
}

/** What a test may run through: code, and settings that it reads. Scripts, collections of requests and documents are not. */
const isTested = (path: string): boolean =>
  isCode(path) || (SETTINGS.has(formatOf(path, '').kind) && !/(?:^|\/)package\.json$|collection/i.test(path));
const SETTINGS: ReadonlySet<string> = new Set(['pairs', 'yaml', 'json', 'xml', 'hcl']);
const isCode = (path: string): boolean => {
  const { kind } = formatOf(path, '');
  return kind === 'code' || kind === 'markup';
};
