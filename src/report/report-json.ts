// The report as JSON, in parts, since a run may have a million rows.
import type { RunRecord } from '../ledger/ledger.ts';
import { warnedTexts } from '../words/issues.ts';
import { say } from '../words/say.ts';
import type { ReportContent } from './report.ts';

export async function* reportJson({
  run,
  facts,
  summary,
  doubts,
  notStarted,
  columns,
  rows,
}: ReportContent): AsyncGenerator<string> {
  const failures = summary.failures.map(({ errorCode, message, count }) => ({ errorCode, message, count }));
  if (summary.otherFailures > 0)
    failures.push({ errorCode: '', message: 'other causes', count: summary.otherFailures });
  const head = {
    runId: run.id,
    totals: summary.tally.totals(),
    doubts,
    failures,
    cost: summary.costs,
    timeline: timelineOf(run),
    notStarted,
    warnings: facts.warned && warnedTexts(facts.warned, say),
  };
  yield `${asJson(head).slice(0, -1)},"rows":[`;
  let comma = '';
  for await (const row of rows()) {
    yield comma + asJson(Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])));
    comma = ',';
  }
  yield ']}\n';
}

/** `seconds`: `null` while the run is open. */
function timelineOf({ startedAt, finishedAt }: RunRecord): object {
  const seconds = finishedAt && (finishedAt.getTime() - startedAt.getTime()) / 1000;
  return { startedAt, finishedAt, seconds };
}

/** Invisible and bidi characters become escapes, so that they have no effect on a terminal. */
const asJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
