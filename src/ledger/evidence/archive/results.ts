// A run's results and its plan as its ledger tells them, made of what stands in the export: whoever checks one makes them
// again. Pure.
import { asText } from '../../store/question.ts';
import type { Stored } from '../pages.ts';

const COLUMNS =
  'line,reference,status,createdId,httpStatus,attempts,errorCode,errorMessage,at,currency,amount,said,runId'.split(
    ',',
  );

/** What a person said of a row last. */
const SAID = /^(?:resolved|corrected)_/;

/** `rows`: of `run_rows`, in their order. `entries`: of their keys, in theirs. */
export function resultsOf(runId: string, rows: readonly Stored[], entries: readonly Stored[]): string {
  const own = new Map<string, Stored>();
  const said = new Map<string, string>();
  for (const entry of entries) {
    const key = asText(entry['key']);
    const type = asText(entry['type']);
    if (SAID.test(type)) said.set(key, type);
    else if (entry['run_id'] === runId && type !== 'intent') own.set(key, entry);
  }
  const lines = rows.map((row) => {
    const key = asText(row['key']);
    const outcome = own.get(key);
    const { attempts = [] } = JSON.parse(asText(outcome?.['data']) || '{}') as {
      attempts?: readonly unknown[];
    }; // written as JSON
    const at = outcome === undefined ? '' : new Date(Number(outcome['at'])).toISOString();
    const person = said.get(key) ?? '';
    return [
      ...[row['line'], row['reference'], row['status'], row['created_id']],
      ...[outcome?.['http_status'], attempts.length, row['code'], row['message'], at],
      ...[row['currency'], row['amount'], person, runId],
    ];
  });
  return [COLUMNS, ...lines].map((cells) => `${cells.map(cell).join(',')}\n`).join('');
}

/** The plan that the run was held to, as text; `parts`: of `run_parts`. */
export function planOf(parts: readonly Stored[]): string | undefined {
  const plan = parts.find(({ kind }) => kind === 'plan');
  return plan && asText(plan['data']);
}

/** Quoted where it has to be, and harmless in a spreadsheet. */
function cell(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
