// A mock, or what a test expects, and the call that it stands for: where one of the two is left, for whatever reason, --fix leaves
// the other one, too. Which findings are shown, and which were known, is no part of it.
import type { Looked } from '../look/look.ts';
import type { Finding } from '../model/finding.ts';
import { formatOf } from '../model/format-of.ts';
import { type LeftKind, leftKind } from '../model/left-kind.ts';
import { isTestFile } from '../model/tests.ts';

const RULE = 'current-tenant-endpoint';

/** What is known of a tree besides its findings. */
export interface Kept {
  /** A file's name as reasons tell it. */
  readonly tell: (path: string) => string;
  /** Why --fix leaves a change that is certain; it is asked once for each finding, in their order. */
  readonly whyKept: (finding: Finding) => string | undefined;
}

/** A place that stays as it is, and why where something but the finding says so. */
interface Place {
  readonly at: string;
  readonly why?: string | undefined;
}

/** Whether what other files call decides about it: a path of a test that would be changed. */
export const isHalf = ({ rule, fix, path }: Finding): boolean =>
  rule === RULE && fix !== undefined && isTestFile(path);

/** Files of a tree, without fixes of tests whose code is left, and of code whose only call has a test that is left. */
export function withoutHalves(looked: readonly (Looked | undefined)[], kept: Kept): (Looked | undefined)[] {
  if (!looked.some((one) => [...findingsOf(one), ...suppressedOf(one)].some(isOfTest))) return [...looked];
  const tree = new Halves();
  for (const one of looked) {
    for (const finding of findingsOf(one)) tree.add(finding, kept);
    for (const finding of suppressedOf(one)) tree.addSuppressed(finding, kept);
  }
  return looked.map((one) => {
    if (one?.kind !== 'scanned' || !findingsOf(one).some(({ fix }) => fix)) return one;
    const findings = one.scanned.findings.map((finding) => {
      const left = tree.leftOf(finding);
      return left === undefined ? finding : leave(finding, left);
    });
    return { ...one, scanned: { ...one.scanned, findings } };
  });
}

const isOfTest = ({ rule, path }: Finding): boolean => rule === RULE && isTestFile(path);

class Halves {
  /** By their path: how many calls are changed, and which calls and tests are left. */
  readonly #changed = new Map<string, number>();
  readonly #calls = new Map<string, Place>();
  readonly #tests = new Map<string, Place>();

  add(finding: Finding, { tell, whyKept }: Kept): void {
    if (finding.rule !== RULE || finding.confidence === 'low') return;
    const why = finding.fix && whyKept(finding);
    const place = { at: `${tell(finding.path)}:${finding.line}`, why };
    if (isTestFile(finding.path)) {
      if (why !== undefined) addTo(this.#tests, finding, place);
    } else if (isTested(finding.path)) {
      if (finding.fix && why === undefined)
        for (const key of keysOf(finding)) this.#changed.set(key, (this.#changed.get(key) ?? 0) + 1);
      else if (isCode(finding.path) && (why !== undefined || isCall(finding)))
        addTo(this.#calls, finding, place);
    }
  }

  addSuppressed(finding: Finding, { tell }: Kept): void {
    if (finding.rule !== RULE || finding.confidence === 'low') return;
    if (finding.left !== null && !isCall(finding)) return;
    const place = { at: `${tell(finding.path)}:${finding.line}`, why: 'paybatch-ignore stands beside it' };
    // What a test has beside it may be of anything, unless it would be changed.
    if (isTestFile(finding.path)) {
      if (finding.left === null) addTo(this.#tests, finding, place);
    } else if (isCode(finding.path)) addTo(this.#calls, finding, place);
  }

  /** Why a change isn't made. */
  leftOf(finding: Finding): string | undefined {
    if (finding.rule !== RULE || !finding.fix) return undefined;
    const [path, own] = keysOf(finding);
    const key = this.#changed.has(own) || this.#calls.has(own) ? own : path;
    const count = this.#changed.get(key) ?? 0;
    // Of several calls nobody knows which of them it is a test of.
    const test = count <= 1 ? this.#tests.get(path) : undefined;
    if (isTestFile(finding.path)) {
      const call = count === 0 ? this.#calls.get(key) : undefined;
      if (call) return `its call in ${placeText(call)}`;
      return count === 1 && test ? `its other test in ${placeText(test)}` : undefined;
    }
    return isTested(finding.path) && test ? `its test in ${placeText(test)}` : undefined;
  }
}

const addTo = (places: Map<string, Place>, finding: Finding, place: Place): void => {
  for (const key of keysOf(finding)) if (!places.has(key)) places.set(key, place);
};
const placeText = ({ at, why }: Place): string => `${at} is left${why === undefined ? '' : `: ${why}`}`;

const findingsOf = (looked: Looked | undefined): readonly Finding[] =>
  looked?.kind === 'scanned' ? looked.scanned.findings : [];
const suppressedOf = (looked: Looked | undefined): readonly Finding[] =>
  looked?.kind === 'scanned' ? looked.scanned.suppressed : [];

/** Whatever stands for its parameters. */
const pathOf = ({ replacement, field }: Finding): string => replacement ?? field;

/** By its path, and by its language: what a test stands for is called in its own, where anything there is. */
const keysOf = (finding: Finding): readonly [path: string, own: string] => {
  const format = formatOf(finding.path, '');
  const language = format.kind === 'code' ? (LANGUAGES.get(format.language) ?? format.language) : '';
  return [pathOf(finding), `${language} ${pathOf(finding)}`];
};
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['typescript', 'javascript'],
  ['tsx', 'javascript'],
  ['kotlin', 'java'],
  ['groovy', 'java'],
]);

/** A route, or what is compared, is none. */
const isCall = ({ left }: Finding): boolean => left !== null && !NO_CALL.has(leftKind(left));
const NO_CALL: ReadonlySet<LeftKind> = new Set(['route', 'half', 'record', 'replayed']);

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
