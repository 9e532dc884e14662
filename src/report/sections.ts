// The sections of a report, as data: the page and the summary show the same.
import { NO_CURRENCY } from '../batch/input/row.ts';
import { type Cell, cells, type Section } from '../files/sections.ts';
import { warningText } from '../words/issues.ts';
import { KIND_WORDS } from '../words/kinds.ts';
import { say } from '../words/say.ts';
import type { ReportContent } from './report.ts';
import { grouped } from './row.ts';
import { PLACES, rateText } from './summary.ts';
import { number, PLACE_WORDS, plural, statusText, unpaidAdvice } from './words.ts';

export function sectionsOf(report: ReportContent): Section[] {
  const sections = [checks(report), totals(report), failures(report), cost(report)];
  return sections.filter((one) => one !== undefined);
}

/** Warnings before anything was sent. */
function checks({ facts: { warned } }: ReportContent): Section | undefined {
  if (warned === null || warned.count === 0) return undefined;
  const more = warned.count - warned.first.length;
  return {
    id: 'checks',
    title: 'Warnings of the checks',
    count: warned.count,
    items: warned.first.map((one) => ({
      head: `line ${one.line}`,
      text: warningText(one, one.rows ?? 1, say),
    })),
    notes: more > 0 ? [`and ${number(more)} more`] : [],
  };
}

function totals(report: ReportContent): Section {
  const { summary, facts } = report;
  const section = { id: 'totals', title: 'Totals' };
  const { currencies, tally } = summary;
  if (currencies.length === 0) {
    const rows = [...tally.counts].map(([status, count]) => cells(statusText(status), number(count)));
    return {
      ...section,
      table: { head: ['Status', 'Rows'], rows: rows.length === 0 ? [cells('None', '0')] : rows },
    };
  }
  const used = PLACES.filter((place) => currencies.some((one) => one.places[place].rows > 0));
  const sum = (total: string, rows: number, tone?: Cell['tone']): Cell => ({
    text: grouped(total),
    ...(rows === 0 ? { tone: 'soft' } : { note: plural(rows, 'row'), ...(tone && { tone }) }),
  });
  const rows = currencies.map(({ currency, rows: count, total, places }): Cell[] => [
    { text: currency === NO_CURRENCY ? 'none that can be read' : currency },
    sum(total, count, 'strong'),
    ...used.map((place) => sum(places[place].total, places[place].rows, TONES[place])),
  ]);
  const adds = facts.totals !== null && report.notStarted === 0 && summary.footing(facts.totals).length === 0;
  return {
    ...section,
    table: { head: ['Currency', 'In the file', ...used.map((place) => PLACE_WORDS[place])], rows },
    notes: adds
      ? [
          `In the file = ${used.map((place) => PLACE_WORDS[place].toLowerCase()).join(' + ')}. The totals are exact sums of the rows. A total in a footer of the file is not compared.`,
        ]
      : [],
  };
}

const TONES: Readonly<Partial<Record<(typeof PLACES)[number], Cell['tone']>>> = {
  otherwise: 'doubt',
  inDoubt: 'doubt',
  notPaid: 'bad',
};

const CAUSES_SHOWN = 50;

function failures(report: ReportContent): Section | undefined {
  const { run, summary } = report;
  if (summary.failures.length === 0) return undefined;
  const shown = summary.failures.slice(0, CAUSES_SHOWN);
  const rest = summary.failures.length - shown.length + summary.otherFailures;
  return {
    id: 'failures',
    title: `Not ${KIND_WORDS[run.kind].done}${summary.otherwise > 0 ? ' as in this file' : ''}, by reason`,
    count: summary.tally.count('invalid', 'rejected', 'failed', 'not_sent'),
    text: unpaidAdvice(report),
    items: shown.map(({ status, message, count, lines }) => ({
      head: `${number(count)} ${statusText(status)}`,
      text: message === '' ? 'no reason was kept' : message,
      note: `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? `, and ${number(count - lines.length)} more` : ''}`,
    })),
    notes: rest > 0 ? [`${plural(rest, 'more reason')}: see the rows.`] : [],
  };
}

function cost({ summary: { costs } }: ReportContent): Section | undefined {
  if (costs.length === 0) return undefined;
  const rows = costs.map((one): Cell[] => [
    { text: `${one.currency === '' ? 'unknown' : one.currency} to ${one.destination}` },
    {
      text: number(one.rows),
      ...(one.unquoted > 0 && { note: `${plural(one.unquoted, 'payment')} without a quote, in no sum` }),
    },
    { text: grouped(one.quoted) },
    { text: grouped(one.fees) },
    { text: grouped(one.cost), tone: 'strong' },
    { text: rateText(one) },
  ]);
  return {
    id: 'cost',
    title: 'Cost',
    table: { head: ['From, to', 'Payments', 'Debited, as quoted', 'Fees', 'Total cost', 'Rate'], rows },
    notes: ['Estimated cost of the payments of this batch, from their quotes.'],
  };
}
