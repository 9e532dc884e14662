// The parts of the report's page above its rows: the verdict, and the rows in doubt with the commands that resolve
// them.
import { escapeHtml } from '../files/markup.ts';
import { plainPath } from '../files/plain.ts';
import { countedTitle, sectionElement } from '../files/sections.ts';
import { agoText, momentText } from '../interface/instant.ts';
import { KIND_WORDS } from '../words/kinds.ts';
import type { OpenDoubt, ReportContent } from './report.ts';
import { amountText } from './row.ts';
import { countsText, doubtAdvice, durationText, fromMinute, plural, verdict, warnings } from './words.ts';

/** The others are in the table of rows. */
const DOUBTS_SHOWN = 200;

export function head(report: ReportContent): string {
  const { run } = report;
  const { tone, text } = verdict(report);
  const counts = report.summary.rows === 0 ? '' : `<p class="sub soft">${escapeHtml(countsText(report))}</p>`;
  const took = run.finishedAt
    ? durationText(run.finishedAt.getTime() - run.startedAt.getTime())
    : 'not ended';
  const facts = Object.entries({
    File: plainPath(run.file),
    Started: momentText(run.startedAt),
    Took: took,
    Service: run.environment,
    Run: run.id,
  });
  const meta = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`);
  const warn = warnings(report).map((one) => `<p class="warn">${escapeHtml(one)}</p>`);
  return `<header><p class="kicker">Payment run report</p><h1 class="${tone}">${escapeHtml(text)}</h1>${counts}<dl class="meta">${meta.join('')}</dl>${warn.join('')}</header>\n`;
}

export function doubts(report: ReportContent): string {
  const { run, doubts: open, asTyped } = report;
  if (open.length === 0) {
    const text = run.alive
      ? 'The run is in progress: its open requests are not in doubt yet.'
      : 'No row is in doubt.';
    return sectionElement('doubts', 'In doubt', `<p class="soft">${text}</p>`, true);
  }
  const steps = doubtAdvice(run)
    .map((one) => `<li>${one}</li>`)
    .join('');
  const reconcile = escapeHtml(asTyped(`paybatch reconcile ${run.id} --statement FILE`));
  const many =
    run.kind === 'payouts'
      ? `<p class="small">Many at once: <code>${reconcile}</code> compares them with an export of the dashboard or the bank.</p>`
      : '';
  const shown = open.slice(0, DOUBTS_SHOWN).map((one, at) => doubtHtml(one, at, report));
  const more = open.length - shown.length;
  const rest = more > 0 ? `<p>${plural(more, 'more row')} in doubt: see the table below.</p>` : '';
  return sectionElement(
    'doubts',
    countedTitle('In doubt', open.length),
    `<ol class="steps">${steps}</ol>${many}<ul class="doubts">${shown.join('')}</ul>${rest}`,
  );
}

function doubtHtml(doubt: OpenDoubt, at: number, { run, madeAt }: ReportContent): string {
  const { done } = KIND_WORDS[run.kind];
  const paid = done.charAt(0).toUpperCase() + done.slice(1);
  const { line, reference, payee, memo, amount, currency, lastAttemptAt, earliestNotCreated } = doubt;
  const small = (text: string): string => `<div class="small soft">${text}</div>`;
  const id = (name: string, value: string): string =>
    value === '' ? '' : small(`${name}<br><span class="mono">${escapeHtml(value)}</span>`);
  const who = [
    amount === '' ? '' : `<div class="sum">${escapeHtml(amountText(amount, currency))}</div>`,
    reference === '' ? '' : `<div>${escapeHtml(reference)}</div>`,
    payee === '' ? '' : `<div>to ${escapeHtml(payee)}</div>`,
    memo === '' ? '' : `<div class="small">for ${escapeHtml(memo)}</div>`,
    small(`line ${line}, tried ${momentText(lastAttemptAt)}, ${agoText(lastAttemptAt, madeAt)}`),
    id('account', doubt.account),
    id('customer', doubt.customer),
  ];
  const said = (name: string, title: string, command: string): string =>
    `<div class="said"><h3>${title}</h3><code id="${name}">${wordsOf(command)}</code><button type="button" class="copy only-script" data-of="${name}" aria-label="Copy the command for line ${line}, ${title.toLowerCase()}">Copy</button></div>`;
  const early =
    earliestNotCreated <= madeAt
      ? ''
      : `<p class="small soft">“Not ${done}” can be recorded from ${fromMinute(earliestNotCreated)} UTC on: until then the request might still be executed.</p>`;
  return `<li><div>${who.join('')}</div><div><p>${escapeHtml(doubt.message)}</p>${said(`paid-${at}`, paid, doubt.ifPaid)}${said(`unpaid-${at}`, `Not ${done}`, doubt.ifNotPaid)}${early}</div></li>`;
}

/** Each word in a span: on paper no line may break inside a flag. */
const wordsOf = (command: string): string => escapeHtml(command).replaceAll(/[^ ]+/g, '<span>$&</span>');
