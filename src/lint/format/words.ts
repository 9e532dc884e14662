// The linter's codes in words: why something was found, why `--fix` leaves it, what was skipped and why.
import { didYouMean } from '../../csv/suggest.ts';
import { plainPath } from '../../files/plain.ts';
import { type End, isRefused, spokenDay } from '../../interface/cutoff.ts';
import { RULE_IDS, ruleOf } from '../../interface/rules.ts';
import type {
  Finding,
  LeftReason,
  ObservedUse,
  Report,
  SkipReason,
  Unread,
  UnreadReason,
} from '../model/finding.ts';
import type { Note } from '../model/suppress.ts';
import { type Evidence, type EvidenceCode, HIGH, MEDIUM } from '../model/weights.ts';
import type { Observed } from '../observed.ts';

/** A count with its word. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const refusal = (end: End, report: Pick<Report, 'asOf' | 'cutoff'>): boolean =>
  isRefused(end, report.asOf, report.cutoff);

/** One sentence about a finding, without any value of the source. */
export function messageOf(finding: Finding, report: Report): string {
  const { message, end } = ruleOf(finding.rule);
  const when = { last: spokenDay(report.cutoff), isOver: refusal(end, report) };
  const observed = report.observed?.get(finding);
  return message(finding.field, finding, when) + (observed ? ` (${observedText(observed)})` : '');
}

/** The same, with the confidence if it is not high. */
export const messageWithConfidence = (finding: Finding, report: Report): string =>
  messageOf(finding, report) + (finding.confidence === 'high' ? '' : ` (${finding.confidence} confidence)`);

const LEFT: Readonly<Record<LeftReason, string>> = {
  unsure: 'it is not certain that this is a call of this service',
  'not-tied':
    'nothing else in this file names this service: name its host in lint.hosts or its client in lint.clients',
  'own-route': 'a scanned file defines this route',
  'not-a-call': 'it is neither an outgoing call nor a documented request',
  'kind-of-file':
    'files of this kind are never changed (tests, mocks, logs, recordings, generated files, links, submodules)',
  changed: 'the file has changed since it was read, or it cannot be written',
};
export const leftText = (left: LeftReason): string => `not changed by --fix: ${LEFT[left]}`;

const EVIDENCE: Readonly<Record<EvidenceCode, string>> = {
  sent: 'sent to',
  near: 'near a call of',
  'own-names': 'with names that only this service has',
  'shared-names': 'with names that few others have',
  'weak-names': 'with names that this service has, too',
  named: 'it is named for it',
  file: 'the file names this service',
  'unique-name': 'no other service has this name',
  'whole-path': 'the whole path',
  'part-of-path': 'the end of the path',
  called: 'it is called',
  configured: 'named in the config file',
  'foreign-names': 'with names that this service does not have',
  'named-otherwise': 'named for something else',
  route: "the server's side of a route, or a mock",
  mentioned: 'only mentioned',
  limited: 'limited without a stronger sign',
};
/** What the evidence adds up to. */
export const sumText = ({ evidence, confidence }: Pick<Finding, 'evidence' | 'confidence'>): string =>
  `= ${evidence.reduce((sum, { weight }) => sum + weight, 0)}, confidence ${confidence} (high from ${HIGH}, medium from ${MEDIUM})`;
export const evidenceText = ({ code, weight, detail }: Evidence): string =>
  `${weight > 0 ? '+' : ''}${weight} ${EVIDENCE[code]}${detail === undefined ? '' : `: ${detail}`}`;

const SKIPPED: Readonly<Record<SkipReason, readonly [one: string, many: string]>> = {
  ignored: ['ignored file', 'ignored files'],
  'ignored-folder': ['ignored folder', 'ignored folders'],
  'lint.ignore': ['file of lint.ignore', 'files of lint.ignore'],
  lock: ['lock file', 'lock files'],
  binary: ['binary file', 'binary files'],
  workbook: ['workbook', 'workbooks'],
  'own-report': ['report of paybatch', 'reports of paybatch'],
  link: ['link to a file or folder that is read', 'links to files or folders that are read'],
  special: ['special file', 'special files'],
  'dangling-link': ['link that leads nowhere', 'links that lead nowhere'],
  gone: ['file that is gone', 'files that are gone'],
};
const WORKBOOKS_SHOWN = 5;

/** What was skipped: `1 lock file, 3 binary files`. */
export function skippedText({ skipped, workbooks }: Pick<Report, 'skipped' | 'workbooks'>): string {
  const names = workbooks.slice(0, WORKBOOKS_SHOWN).map((path) => plainPath(path));
  const more = workbooks.length > names.length ? ' and others' : '';
  return [...skipped]
    .map(([why, count]) => {
      const named = why === 'workbook' ? ` (${names.join(', ')}${more}: save their sheets as CSV)` : '';
      return `${count} ${SKIPPED[why][count === 1 ? 0 : 1]}${named}`;
    })
    .join(', ');
}

const UNREAD: Readonly<Record<UnreadReason, string>> = {
  missing: 'does not exist',
  'no-permission': 'no permission to read it',
  'cannot-open': "can't be opened",
  'too-large': 'larger than 64 MiB: split the file',
  'bad-name': "its name isn't UTF-8: rename it",
  'not-utf8': 'neither UTF-8 nor UTF-16: save it as UTF-8',
  'not-utf16': 'not the UTF-16 that its byte order mark announces',
  'too-deep': 'nested too deeply',
  failed: "can't be parsed",
  cut: 'only the first 64 MiB were read: split the file',
};
export const whyUnread = ({ why }: Unread): string => UNREAD[why];
const isPartly = ({ why }: Unread): boolean => why === 'cut' || why === 'too-deep';
export const unreadText = (one: Unread): string =>
  `${isPartly(one) ? 'was read only in part' : 'could not be read'}: ${whyUnread(one)}`;

const MARK = 'paybatch-ignore';
const FORM = `${MARK} RULE -- REASON`;

export function noteText({ code, given = '' }: Note): string {
  switch (code) {
    case 'malformed':
      return `${MARK} suppresses nothing here: write ${FORM}, one comment for each rule (whole files: lint.ignore in the config file)`;
    case 'unknown-rule':
      return `${MARK}: ${given} is not a rule${didYouMean(given, RULE_IDS)}`;
    case 'unused':
      return `${MARK} ${given} suppresses nothing: remove it, or put it on the line of the finding or on the line before`;
    case 'ignore-file':
      return `${given}: the file is not used, and more is read`;
    default:
      return code satisfies never;
  }
}

export function clockText({ daysLeft, cutoff, asOf }: Report): string {
  if (daysLeft < 0)
    return `The earlier forms ended on ${cutoff}, ${plural(-daysLeft, 'day')} ago (as of ${asOf}).`;
  const left = daysLeft === 0 ? 'today is their last day' : `${plural(daysLeft, 'day')} left`;
  return `The earlier forms end on ${cutoff}: ${left} (as of ${asOf}).`;
}

export const unshownText = ({ unshown }: Report): string =>
  `${unshown} less certain ${unshown === 1 ? 'finding is' : 'findings are'} not shown (--min-confidence)`;

export function scannedText(report: Report): string {
  const skipped = skippedText(report);
  const count = report.findings.length;
  const read = plural(report.filesScanned, 'file');
  const partly = report.unreadable.filter(isPartly).length;
  const unread = report.unreadable.length - partly;
  const parts = [
    count === 0 ? `Nothing found in ${read}` : `${plural(count, 'finding')}; ${read} read`,
    ...(skipped === '' ? [] : [`skipped: ${skipped}`]),
    ...(report.unshown > 0 ? [unshownText(report)] : []),
    ...(report.suppressed > 0 ? [`${report.suppressed} suppressed`] : []),
    ...(report.off > 0 ? [`${report.off} of rules that are switched off or not asked for`] : []),
    ...(report.baselined > 0 ? [`${report.baselined} in the baseline`] : []),
    ...(unread > 0 ? [`${unread} could not be read`] : []),
    ...(partly > 0 ? [`${partly} only in part`] : []),
  ];
  return `${parts.join('; ')}.`;
}

const observedText = ({ count, last }: ObservedUse): string =>
  count === 0
    ? 'not seen in the recordings'
    : `seen ${plural(count, 'time')}${last === '' ? '' : `, last ${last}`}`;

export const unexplainedText = (use: Observed): string => {
  const what = use.call === '' ? use.field : `${use.field} in ${use.call} (${use.rule})`;
  const text = observedText(use);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, and no code found for it: ${what}`;
};
