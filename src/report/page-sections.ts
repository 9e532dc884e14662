// The parts of the report's page above its rows, in the order in which somebody needs them: the verdict, what is in doubt
// and what to do about it, the totals, why rows failed, what it cost.
import { withRows } from '../batch/input/warnings.ts';
import { escapeHtml } from '../files/html.ts';
import { plainPath } from '../files/plain.ts';
import { ADVICE, unpaidAdvice } from './advice.ts';
import { amountText, grouped } from './amounts.ts';
import { CHECKS_TITLE, kindsText, moreText } from './checks.ts';
import type { OpenDoubt, Report } from './report.ts';
import { isDoubtful, PLACES, togetherOf } from './summary.ts';
import {
  agoText,
  countsText,
  durationText,
  fromMinute,
  otherwiseNote,
  partText,
  PLACE_WORDS,
  plural,
  STATUS_WORDS,
  timeText,
  verdict,
  warnings,
} from './words.ts';

/** More of them are in the table of rows. */
const DOUBTS_SHOWN = 200;
/** The others behind them, to be opened. */
const DOUBTS_OPEN = 5;
const CAUSES_SHOWN = 12;
/** Of what the checks said; the others are to be opened. */
const CHECKS_OPEN = 10;

/** With a quiet one where there is nothing to tell. */
export const section = (id: string, title: string, body: string, quiet = false): string =>
  `<section id="${id}"${quiet ? ' class="quiet"' : ''} aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2>${body}</section>\n`;

export interface PlainCell {
  readonly html: string;
  readonly kind?: string;
}

/**
 * A table with a head column and figures behind it. Its roles are told, since a phone shows it as a list; `label` for
 * whoever hears it.
 */
export function plainTable(
  label: string,
  heads: readonly string[],
  rows: readonly { readonly head: string; readonly cells: readonly PlainCell[] }[],
): string {
  const [first = '', ...others] = heads;
  const columns = others.map((one) => `<th role="columnheader" scope="col" class="r">${one}</th>`);
  const lines = rows.map(({ head: name, cells }) => {
    const figures = cells.map(
      ({ html, kind = '' }, at) =>
        `<td role="cell" class="r${kind}" data-l="${others[at] ?? ''}"><span>${html}</span></td>`,
    );
    return `<tr role="row"><th role="rowheader" scope="row">${name}</th>${figures.join('')}</tr>`;
  });
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table role="table" class="plain" aria-label="${label}"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${first}</th>${columns.join('')}</tr></thead><tbody role="rowgroup">${lines.join('')}</tbody></table></div>`;
}

const counted = (title: string, count: number): string =>
  `${title} <span class="n">${count.toLocaleString('en-US')}</span>`;

export function head(report: Report): string {
  const { run } = report;
  const { tone, text } = verdict(report);
  const counts = countsText(report);
  const sub = counts === '' ? '' : `<p class="sub soft">${escapeHtml(counts)}</p>`;
  const took =
    run.finishedAt === null
      ? []
      : [['Took', durationText(run.finishedAt.getTime() - run.startedAt.getTime())]];
  const facts = [
    ['File', plainPath(run.file)],
    ['Started', `${timeText(run.startedAt.toISOString())} UTC`],
    ...took,
    ['Service', run.environment],
    ['Run', run.id],
  ];
  const meta = facts.map(
    ([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const warn = warnings(report).map((one) => `<p class="warn">${escapeHtml(one)}</p>`);
  return `<header><p class="kicker">Payment run report</p><h1 class="${tone}">${escapeHtml(text)}</h1>${sub}<dl class="meta">${meta.join('')}</dl>${warn.join('')}</header>\n`;
}

export function doubts({ run, madeAt, doubts: open, asTyped }: Report): string {
  if (open.length === 0) {
    const text = run.alive
      ? 'The run is still going on: requests in progress are not in doubt yet.'
      : 'No row is in doubt.';
    return section('doubts', 'In doubt', `<p class="soft">${text}</p>`, true);
  }
  const steps = ADVICE.map((one) => `<li>${one}</li>`).join('');
  const shown = open.slice(0, DOUBTS_SHOWN).map((one, at) => doubt(one, at, madeAt));
  const more = open.length - shown.length;
  const rest =
    more > 0
      ? `<p>${plural(more, 'more row')} in doubt: choose the status “in doubt” in the table below, or see <code>${escapeHtml(asTyped('paybatch doubts'))}</code>.</p>`
      : '';
  const behind = shown.slice(DOUBTS_OPEN);
  const folded =
    behind.length === 0
      ? ''
      : `<details><summary>${plural(behind.length, 'more row')} in doubt</summary><ul class="doubts">${behind.join('')}</ul></details>`;
  const many =
    open.length > 3
      ? `<p class="small">Many at once: <code>${escapeHtml(asTyped(`paybatch reconcile ${run.id} --statement FILE`))}</code> compares them with an export of the dashboard or the bank.</p>`
      : '';
  return section(
    'doubts',
    counted('In doubt', open.length),
    `<ol class="steps">${steps}</ol>${many}<ul class="doubts">${shown.slice(0, DOUBTS_OPEN).join('')}</ul>${folded}${rest}`,
  );
}

function doubt(one: OpenDoubt, at: number, madeAt: Date): string {
  const who = [
    one.reference === '' ? '' : `<div>${escapeHtml(one.reference)}</div>`,
    one.payee === '' ? '' : `<div>to ${escapeHtml(one.payee)}</div>`,
    one.memo === '' ? '' : `<div class="small">for ${escapeHtml(one.memo)}</div>`,
    `<div class="small soft">line ${one.line}, tried ${timeText(one.lastAttemptAt)} UTC, ${agoText(one.lastAttemptAt, madeAt).replace(/ago$/, 'before this report')}</div>`,
    idText('account', one.account),
    idText('customer', one.customer),
  ];
  const sum =
    one.amount === '' ? '' : `<div class="sum">${escapeHtml(amountText(one.amount, one.currency))}</div>`;
  const say = (id: string, title: string, command: string): string =>
    `<div class="said"><h3>${title}</h3><code id="${id}">${wordsOf(command)}</code><button type="button" class="copy only-script" data-of="${id}" aria-label="Copy the command for line ${one.line}, ${title.toLowerCase()}">Copy</button></div>`;
  const early =
    new Date(one.earliestNotCreated) <= madeAt
      ? ''
      : `<p class="small soft">“Not paid” can be recorded from ${fromMinute(new Date(one.earliestNotCreated))} UTC on: until then it might still be carried out.</p>`;
  return `<li><div>${sum}${who.join('')}</div><div><p>${escapeHtml(one.message)}</p>${say(`paid-${at}`, 'Paid', one.ifPaid)}${say(`unpaid-${at}`, 'Not paid', one.ifNotPaid)}${early}</div></li>`;
}

const idText = (name: string, id: string): string =>
  id === '' ? '' : `<div class="small soft">${name}<br><span class="mono">${escapeHtml(id)}</span></div>`;

/** Each word in a span: on paper no line may break inside a flag. */
const wordsOf = (command: string): string => escapeHtml(command).replaceAll(/[^ ]+/g, '<span>$&</span>');

export function checks({ facts: { warned } }: Report): string {
  if (warned === null || warned.count === 0) return '';
  const list = (those: typeof warned.first): string => {
    const lines = those.map(({ line, text, rows }) => {
      return `<li><span class="soft">line ${line}</span> ${escapeHtml(withRows(text, rows))}</li>`;
    });
    return `<ul class="checks">${lines.join('')}</ul>`;
  };
  const behind = warned.first.slice(CHECKS_OPEN);
  const folded =
    behind.length === 0
      ? ''
      : `<details><summary>${plural(behind.length, 'more line')}</summary>${list(behind)}</details>`;
  const more = moreText(warned, warned.first.length);
  const rest = more === '' ? '' : `<p class="small soft">${more}</p>`;
  const body = `<p class="small">${kindsText(warned)}</p>${list(warned.first.slice(0, CHECKS_OPEN))}${folded}${rest}`;
  return section('checks', counted(CHECKS_TITLE, warned.count), body);
}

export function totals(report: Report): string {
  const { run, summary, facts } = report;
  const { currencies } = summary;
  if (currencies.length === 0) {
    const counts = [...summary.tally.counts].map(([status, count]) => {
      const head = `<span class="s-${status}">${STATUS_WORDS[status]}</span>`;
      return { head, cells: [{ html: count.toLocaleString('en-US') }] };
    });
    const none = [{ head: 'None', cells: [{ html: '0' }] }];
    const table = plainTable('Rows by status', ['Status', 'Rows'], counts.length === 0 ? none : counts);
    return section('totals', 'Totals', table);
  }
  const used = PLACES.filter(
    (place) => place === 'now' || currencies.some((one) => one.places[place].rows > 0),
  );
  const amount = (sum: string, rows: number): string =>
    `${grouped(sum)}<small>${plural(rows, 'row')}</small>`;
  const lines = currencies.map(({ currency, rows, total, places }) => {
    const cells = used.map((place): PlainCell => {
      const there = places[place];
      if (there.rows === 0) return { html: '0', kind: ' nil' };
      const kind = isDoubtful(place) ? ' t-doubt' : place === 'notPaid' ? ' t-bad' : '';
      return { html: amount(there.total, there.rows), kind };
    });
    return { head: escapeHtml(currency), cells: [{ html: amount(total, rows), kind: ' strong' }, ...cells] };
  });
  const heads = ['Currency', 'To be paid', ...used.map((place) => PLACE_WORDS[place])];
  const adds =
    facts.totals !== null && summary.rows === run.rows && summary.footing(facts.totals).length === 0;
  const foot = adds ? `<p class="small soft">${addsText(summary.unreadable)}</p>` : '';
  const part = partText(report);
  const whole = part === '' ? '' : `<p class="small soft">${escapeHtml(part)}</p>`;
  const note = otherwiseNote(used);
  const others = note === '' ? '' : `<p class="small soft">${note}</p>`;
  return section('totals', 'Totals', plainTable('Totals by currency', heads, lines) + foot + whole + others);
}

/** Of the rows, whatever a file says of itself: whoever reads "the file's total" thinks of its footer. */
function addsText(unreadable: number): string {
  const but = unreadable === 0 ? '' : ` (without ${plural(unreadable, 'row')} whose amount can’t be read)`;
  return `Each line adds up, to the last digit, to the sum of the file’s rows in its currency${but}. A total in a footer of the file is not compared here.`;
}

export function causes(report: Report): string {
  const { summary } = report;
  const { failures } = summary;
  if (failures.length === 0) return '';
  const all = summary.tally.count('invalid', 'rejected', 'failed', 'not_sent');
  const isOtherwise = summary.otherwise.paid + summary.otherwise.perhaps > 0;
  const shown = failures.slice(0, CAUSES_SHOWN).map(({ status, message, count, lines }) => {
    const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? `, and ${(count - lines.length).toLocaleString('en-US')} more` : ''}`;
    return `<li><span class="count">${count.toLocaleString('en-US')}</span><span class="s-${status}">${STATUS_WORDS[status]}</span><p>${escapeHtml(message) || 'no reason was kept'} <span class="small soft">${where}</span></p></li>`;
  });
  const rest = failures.length - shown.length + summary.otherFailures;
  const more = rest > 0 ? `<p class="small soft">${plural(rest, 'more cause')}: in the table below.</p>` : '';
  return section(
    'failures',
    counted(`Not paid${isOtherwise ? ' as they stand here' : ''}, by cause`, all),
    `${unpaidAdvice(report)
      .map((one) => `<p class="small">${escapeHtml(one)}</p>`)
      .join('')}<ol class="causes">${shown.join('')}</ol>${more}`,
  );
}

export function cost({ summary }: Report): string {
  const { costs } = summary;
  if (costs.length === 0) return '';
  const rows = costs.map((one) => {
    const { currency, destination, rateLow, rateHigh, unquoted } = one;
    const rate = rateLow === rateHigh ? rateLow : `${rateLow} to ${rateHigh}`;
    const none =
      unquoted === 0 ? '' : `<small>${plural(unquoted, 'payment')} without a quote, in no sum</small>`;
    const cells = [
      { html: one.rows.toLocaleString('en-US') + none },
      { html: grouped(one.quoted.toString()) },
      { html: grouped(one.fees.toString()) },
      { html: grouped(togetherOf(one)), kind: ' strong' },
      { html: escapeHtml(rate) || '<span class="soft">not told</span>' },
    ];
    return { head: `${escapeHtml(currency) || 'unknown'} to ${escapeHtml(destination)}`, cells };
  });
  const heads = ['From, to', 'Payments', 'Debited, as quoted', 'Fees', 'Cost: both', 'Rate'];
  const foot =
    '<p class="small soft">Of the payments of this run, by the quotes that were asked for before each.</p>';
  return section('cost', 'What it cost', plainTable('Cost by currency', heads, rows) + foot);
}
