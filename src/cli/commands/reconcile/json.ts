// What a statement says of the rows, as JSON.
import type { Called } from './called.ts';
import { whyText } from './why-text.ts';
import { type Done, isPutBack, type Judged, sayOf, type Verdict } from './words.ts';

export function json(
  judged: Judged,
  { settled, held }: Done,
  exitCode: number,
): Readonly<Record<string, unknown>> {
  const { runId, statement, doubts, verdicts, denied, unsure, twice, unclear, rows } = judged;
  const done = new Set<Verdict>(settled);
  // Of a row that was sent more than once, the sending that was put back.
  const back = new Set(new Map(held.toReversed().map((one) => [one.row.key, one])).values());
  return {
    run: runId,
    statement: { sha256: statement.hash, lines: statement.lines.length, notCompared: statement.gaps },
    rows: [...verdicts, ...denied, ...unsure, ...twice, ...unclear].map((verdict) => ({
      line: (doubts.get(verdict.row.key) ?? rows.get(verdict.row.key))?.line,
      reference: verdict.row.reference,
      amount: verdict.row.amount,
      currency: verdict.row.currency,
      verdict: verdict.is,
      by: 'by' in verdict ? verdict.by : null,
      transferId: verdict.is === 'proven' ? verdict.line.id : null,
      statementLines:
        'lines' in verdict
          ? verdict.lines.map(({ line }) => line)
          : 'line' in verdict
            ? [verdict.line.line]
            : [],
      why: whyOf(verdict, judged),
      sameAmountLines: verdict.is === 'unmatched' ? verdict.near.map(({ line }) => line) : [],
      settled: done.has(verdict),
      calledNotCreated: !verdicts.includes(verdict),
      backInDoubt: back.has(verdict),
      putBack: isPutBack(verdict, { doubts }),
      sentAgain: twice.includes(verdict) || unclear.includes(verdict),
      paidTwice: twice.includes(verdict) ? 'perhaps' : unclear.includes(verdict) ? 'unclear' : null,
    })),
    ...silentOf(judged),
    exitCode,
  };
}

/** What the statement is silent of, and can't be gone by. */
function silentOf({ unconfirmed, beginsBehind, why, rows }: Judged): Readonly<Record<string, unknown>> {
  const linesOf = (called: readonly Called[]): number[] => [
    ...new Set(called.flatMap(({ key }) => rows.get(key)?.line ?? [])),
  ];
  return {
    notReached: linesOf(unconfirmed.filter((row) => why.get(row)?.is === 'ends')),
    unconfirmed: unconfirmed.map((row) => {
      const told = why.get(row);
      return { line: rows.get(row.key)?.line, why: told ? `the statement ${whyText(told)}` : null };
    }),
    beginsBehind: linesOf(beginsBehind),
  };
}

function whyOf(verdict: Verdict, { statement, why }: Judged): string | null {
  if (verdict.is === 'unmatched') return sayOf(verdict, { gaps: statement.gaps, why: why.get(verdict.row) });
  return ('why' in verdict ? verdict.why : undefined) ?? null;
}
