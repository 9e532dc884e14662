// The report of a rehearsal: calls that will be refused, calls that prove nothing, and one sentence.
import type { JudgedCall, Rehearsed } from '../../../sandbox/rehearsal.ts';
import { inWords } from '../../render/print.ts';
import { plainTable } from '../../render/table.ts';

/** How the command itself ended. */
export interface CommandEnd {
  /** 128 and the signal's number, if a signal ended it. */
  readonly code: number;
  readonly signal: string | null;
}

export function rehearsedText(rehearsed: Rehearsed, end: CommandEnd, width: number): string {
  const { refused, notProven, unclear } = rehearsed;
  const lines: string[] = [];
  if (refused.length > 0) lines.push(usesOf(refused, width), '');
  if (unclear.length > 0)
    lines.push(
      'The service does not state whether the following is accepted after the cutoff: ask it, or leave the field out.',
      ...[usesOf(unclear, width), ''],
    );
  if (notProven.length > 0) {
    const rows = notProven.map(({ method, path, status, message }) => [
      ...[method, path, statusText(status), message],
    ]);
    lines.push(
      'Not proven: refused for a reason that has nothing to do with the cutoff, or without a whole body.',
      ...[counted(['calls', 'method', 'path', 'status', 'why'], rows, width), ''],
    );
  }
  lines.push(verdict(rehearsed));
  if (end.signal !== null) lines.push(`The command itself was ended by ${end.signal} (${end.code}).`);
  else if (end.code !== 0) lines.push(`The command itself ended with ${end.code}.`);
  return `${lines.join('\n')}\n`;
}

const statusText = (status: number): string => (status === 0 ? 'none' : String(status));

const usesOf = (calls: readonly JudgedCall[], width: number): string =>
  counted(
    ['calls', 'method', 'path', 'status', 'field', 'rule'],
    calls.flatMap(({ method, path, status, uses }) =>
      uses.map(({ field, rule }) => [method, path, statusText(status), field, rule]),
    ),
    width,
  );

/** Equal rows are one line, with their number. */
function counted(head: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const times = new Map<string, number>();
  for (const row of rows) times.set(row.join('\0'), (times.get(row.join('\0')) ?? 0) + 1);
  const shown = [...times].map(([row, count]) => [String(count), ...row.split('\0')]);
  return plainTable(head, shown, [0, 3], width);
}

function verdict({ calls, tokenCalls, refused, notProven, repeated, unclear, outcome }: Rehearsed): string {
  const all = inWords(calls, 'call');
  // Often a library asks for the token: whoever counts calls does not expect these.
  const tokens = tokenCalls === 0 ? '' : ` (${tokenCalls} for a token)`;
  if (outcome === 'deprecated')
    return `${refused.length} of ${all}${tokens} would be refused after the cutoff; not proven: ${notProven.length}.`;
  if (outcome === 'survives') {
    const but = unclear.length === 0 ? '' : ', as far as the service states what ends';
    return `${all}${tokens}, ${repeated === 0 ? 'none refused' : `${repeated} refused and repeated`}: these calls work after the cutoff${but}.`;
  }
  if (notProven.length === 0)
    return `${all}${tokens} to the address in PAYBATCH_BASE_URL: nothing was rehearsed.`;
  return `${notProven.length} of ${all}${tokens} could not be rehearsed: make them succeed (token, ids, balance), then run this again.`;
}
