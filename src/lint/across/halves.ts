// A mock, or what a test expects, and the call that it stands for: where one of the two is left, for whatever reason, --fix leaves
// the other one, too. Which findings are shown, and which were known, is no part of it.
import type { Looked } from '../look/look.ts';
import type { Finding } from '../model/finding.ts';
import { formatOf } from '../model/format-of.ts';
import { type LeftKind, leftKind } from '../model/left-kind.ts';
import { isTestFile } from '../model/tests.ts';
import { packagesIn } from './bases-here.ts';

const RULE = 'current-tenant-endpoint';

/** What is known of a tree besides its findings. */
export interface Kept {
  /** Of all files, as findings name them. */
  readonly names: readonly string[];
  /** A file's name as reasons tell it. */
  readonly tell: (path: string) => string;
  /** Why --fix leaves a change that is certain; it is asked once for each finding, in their order. */
  readonly whyKept: (finding: Finding) => string | undefined;
}

/** A place that stays as it is, and why where something but the finding says so. */
interface Place {
  readonly at: string;
  readonly path: string;
  readonly why?: string | undefined;
}

/** Whether what other files call decides about it: a path of a test that would be changed. */
export const isHalf = ({ rule, fix, path }: Finding): boolean =>
  rule === RULE && fix !== undefined && isTestFile(path);

/** Files of a tree, without fixes of tests whose code is left, and of code whose only call has a test that is left. */
export function withoutHalves(looked: readonly (Looked | undefined)[], kept: Kept): (Looked | undefined)[] {
  if (!looked.some((one) => [...findingsOf(one), ...suppressedOf(one)].some(isOfTest))) return [...looked];
  const tree = new Halves(packagesIn(kept.names));
  for (const one of looked) {
    for (const finding of findingsOf(one)) tree.add(finding, kept);
    for (const finding of suppressedOf(one)) tree.addSuppressed(finding, kept);
  }
  return looked.map((one) => {
    if (one?.kind !== 'scanned' || !findingsOf(one).some(({ rule }) => rule === RULE)) return one;
    const findings = one.scanned.findings.map((finding) => {
      const left = tree.leftOf(finding);
      return left === undefined ? tree.withCall(finding) : leave(finding, left);
    });
    return { ...one, scanned: { ...one.scanned, findings } };
  });
}

const isOfTest = ({ rule, path }: Finding): boolean => rule === RULE && isTestFile(path);

class Halves {
  /** By their path: which calls are changed, and the first of those and of tests that are left. */
  readonly #changed = new Map<string, Place[]>();
  readonly #calls = new Map<string, Place>();
  readonly #tests = new Map<string, Place>();
  readonly #packageOf: (path: string) => string;

  constructor(packageOf: (path: string) => string) {
    this.#packageOf = packageOf;
  }

  add(finding: Finding, { tell, whyKept }: Kept): void {
    if (finding.rule !== RULE || finding.confidence === 'low') return;
    const why = finding.fix && whyKept(finding);
    const { path } = finding;
    const place = { at: `${tell(path)}:${finding.line}`, path, why };
    if (isTestFile(finding.path)) {
      if (why !== undefined) addTo(this.#tests, finding, place);
    } else if (isTested(finding.path)) {
      if (finding.fix && why === undefined)
        for (const key of keysOf(finding)) this.#changed.set(key, [...(this.#changed.get(key) ?? []), place]);
      else if (isCode(finding.path) && (why !== undefined || isCall(finding)))
        addTo(this.#calls, finding, place);
    }
  }

  addSuppressed(finding: Finding, { tell }: Kept): void {
    if (finding.rule !== RULE || finding.confidence === 'low') return;
    if (finding.left !== null && !isCall(finding)) return;
    const { path } = finding;
    const why = 'paybatch-ignore stands beside it';
    const place = { at: `${tell(path)}:${finding.line}`, path, why };
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
    const changed = this.#changed.get(key) ?? [];
    const count = changed.length;
    // Of several calls nobody knows which of them it is a test of.
    const test = count <= 1 ? this.#tests.get(path) : undefined;
    if (isTestFile(finding.path)) {
      const call = this.#calls.get(key);
      if (call && count === 0) return `its call in ${placeText(call)}`;
      // Another package's call that is changed isn't what it stands for, where one that is left may be.
      if (call && !changed.some((one) => this.#isNear(one, finding)))
        return `its call may be the one in ${placeText(call).replace(' is left', ', which is left')}`;
      return count === 1 && test ? `its other test in ${placeText(test)}` : undefined;
    }
    return isTested(finding.path) && test ? `its test in ${placeText(test)}` : undefined;
  }

  /** What a test holds of a path whose call is changed names it. */
  withCall(finding: Finding): Finding {
    const { rule, left, path } = finding;
    if (rule !== RULE || left === null || !isTestFile(path) || !HOLDS.test(left)) return finding;
    const [whole, own] = keysOf(finding);
    const all = this.#changed.get(own) ?? this.#changed.get(whole) ?? [];
    const code = all.filter((one) => isCode(one.path));
    const call =
      code.find((one) => isOfName(one.path, path)) ??
      code.find((one) => this.#isNear(one, finding)) ??
      code[0];
    if (!call) return finding;
    return { ...finding, left: `${left}: if it is of ${call.at}, which is changed, change it with it` };
  }

  /** Of a test's package, or of one below it. */
  #isNear({ path }: Place, test: Finding): boolean {
    return isPart(this.#packageOf(path), this.#packageOf(test.path));
  }
}

const isPart = (own: string, of: string): boolean => of === '.' || own === of || own.startsWith(`${of}/`);
/** `ClientTest.java` tests `Client.java`. */
const isOfName = (path: string, test: string): boolean => stemOf(test).includes(stemOf(path));
const stemOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').split('.', 1).join('').replace(/[_-]/g, '').toLowerCase();

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

/** A route, or what is compared, is none; nor is what a tool of the web is set up with, which hands on. */
const isCall = ({ left, path }: Finding): boolean =>
  left !== null && !NO_CALL.has(leftKind(left)) && !/(?:^|\/)[\w.-]{1,40}\.config\.[cm]?[jt]s$/.test(path);
const NO_CALL: ReadonlySet<LeftKind> = new Set(['route', 'let', 'half', 'record', 'replayed']);
/** What stands for a call in a test, as its reason says. */
const HOLDS = /^it is (?:what a (?:test expects|fake)|compared, and not called)/;

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
