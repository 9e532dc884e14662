// The results and the plan of a run, as members of its export: made of its records, also by whoever verifies it.
// Pure.
import { isResolution } from '../../state.ts';
import { asText } from '../../store/question.ts';
import type { CoveredTable } from '../../store/tables.ts';
import type { Stored } from '../links.ts';
import type { ExportedRecord } from './format.ts';

export const rowsOf = (records: readonly ExportedRecord[], table: CoveredTable): Stored[] =>
  records.flatMap((one) => (one.table === table ? [one.row] : []));

const COLUMNS =
  'line,reference,status,createdId,httpStatus,attempts,errorCode,errorMessage,at,currency,amount,said,runId'.split(
    ',',
  );

/** A run's results. `entries`: of its rows. */
export function resultsOf(
  runId: string,
  records: readonly ExportedRecord[],
  entries: readonly Stored[],
): string {
  const own = new Map<string, Stored>();
  const said = new Map<string, string>();
  for (const entry of entries) {
    const key = asText(entry['key']);
    const type = asText(entry['type']);
    if (isResolution(type)) said.set(key, type);
    else if (entry['run_id'] === runId && type !== 'intent') own.set(key, entry);
  }
  const lines = rowsOf(records, 'run_rows').map((row) => {
    const key = asText(row['key']);
    const outcome = own.get(key);
    const { attempts = [] } = JSON.parse(asText(outcome?.['data']) || '{}') as {
      attempts?: readonly unknown[];
    }; // written as JSON
    const at = outcome === undefined ? '' : new Date(Number(outcome['at'])).toISOString();
    return [
      ...[row['line'], row['reference'], row['status'], row['created_id']],
      ...[outcome?.['http_status'], attempts.length, row['code'], row['message'], at],
      ...[row['currency'], row['amount'], said.get(key) ?? '', runId],
    ];
  });
  return [COLUMNS, ...lines].map((cells) => `${cells.map(cell).join(',')}\n`).join('');
}

/** The plan that the run was held to, as text. */
export function planOf(records: readonly ExportedRecord[]): string | undefined {
  const plan = rowsOf(records, 'run_parts').find(({ kind }) => kind === 'plan');
  return plan && asText(plan['data']);
}

/** Quoted where it has to be, and harmless in a spreadsheet. */
function cell(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
