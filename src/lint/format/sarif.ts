// SARIF 2.1.0 for code hosts: relative URIs, stable fingerprints, help for each rule. Kept within the hosts' limits of
// results and size; the log says how many results were left out. Pure.
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Log, ReportingDescriptor, Result } from 'sarif';

import { screened } from '../../files/plain.ts';
import { RULE_IDS, type RuleId, ruleOf } from '../../interface/rules.ts';
import type { Finding, Report } from '../model/finding.ts';
import { RANK } from '../model/weights.ts';
import { evidenceText, leftText, messageOf, unshownText, whyUnread } from './words.ts';

const MAX_RESULTS = 5_000;
const MAX_BYTES = 10_000_000;
const LEFT_OUT =
  'findings were left out, within the limits of 5,000 results and 10 MB: run with --format json for all';

/** `cwd`: the folder that paths are relative to; what lies outside it is named from the root. */
export function formatSarif(report: Report, version: string, cwd = '/'): string {
  // The most certain and most urgent first, so that a cut takes the least.
  const order = [...report.findings].sort((a, b) => weight(b) - weight(a));
  let shown = order.slice(0, MAX_RESULTS);
  let text = textOf(log(report, shown, version, cwd));
  while (Buffer.byteLength(text) > MAX_BYTES && shown.length > 0) {
    shown = shown.slice(0, Math.floor(shown.length * 0.8));
    text = textOf(log(report, shown, version, cwd));
  }
  return `${text}\n`;
}

const weight = ({ severity, confidence }: Finding): number =>
  (severity === 'error' ? 10 : 0) + RANK[confidence];

/** Readable as text, too: a viewer may not escape what it shows. */
const textOf = (value: Log): string => screened(JSON.stringify(value));

function log(report: Report, shown: readonly Finding[], version: string, cwd: string): Log {
  const cut = report.findings.length - shown.length;
  const note = (level: 'error' | 'warning' | 'note', text: string) => ({ level, message: { text } });
  const notifications = report.unreadable.map((one) => note('error', `${one.path}: ${whyUnread(one)}`));
  if (cut > 0) notifications.unshift(note('warning', `${cut} of ${report.findings.length} ${LEFT_OUT}`));
  if (report.unshown > 0) notifications.push(note('note', unshownText(report)));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'paybatch',
            informationUri: 'https://github.com/paybatch/paybatch',
            semanticVersion: version,
            rules: RULE_IDS.map(descriptor),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: {
          SRCROOT: { description: { text: 'The folder that paybatch lint was started in' } },
        },
        invocations: [
          { executionSuccessful: report.unreadable.length === 0, toolExecutionNotifications: notifications },
        ],
        results: shown.map((finding) => result(finding, report, cwd)),
      },
    ],
  };
}

function descriptor(id: RuleId): ReportingDescriptor {
  const { flags, how, release } = ruleOf(id);
  return {
    id,
    name: id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()),
    shortDescription: { text: flags },
    fullDescription: { text: `${flags} (release ${release} of the payments service)` },
    help: { text: how },
    defaultConfiguration: { level: 'warning' },
    properties: { tags: ['deprecation', 'payments'], precision: 'high' },
  };
}

/** Hosts show what lies in the repository; the rest keeps an address that means the same everywhere. */
function placeOf(path: string, cwd: string): { uri: string; uriBaseId?: string } {
  if (path.startsWith('../') || isAbsolute(path)) return { uri: pathToFileURL(resolve(cwd, path)).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase() + text.slice(1)}.`;

function result(finding: Finding, report: Report, cwd: string): Result {
  const { line, column, endLine, endColumn, left, fingerprint } = finding;
  const message = messageOf(finding, report);
  return {
    ruleId: finding.rule,
    ruleIndex: RULE_IDS.indexOf(finding.rule),
    level: finding.severity,
    // GitHub shows no properties, so the message repeats why --fix leaves the finding.
    message: { text: left === null ? message : `${message}. ${sentence(leftText(left))}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: placeOf(finding.path, cwd),
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
    // The name that GitHub reads, and a separate one that other hosts keep.
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'paybatch/v1': fingerprint },
    properties: {
      confidence: finding.confidence,
      evidence: finding.evidence.map(evidenceText),
      ...(left !== null && { left }),
    },
  };
}
