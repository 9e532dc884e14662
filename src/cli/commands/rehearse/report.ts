// What a rehearsal showed, for people: the calls that end, the calls that prove nothing, one sentence. Pure.
import type { JudgedCall, Rehearsed } from '../../../sandbox/rehearsal.ts';
import { prose } from '../../render/prose.ts';
import { plainTable } from '../../render/table.ts';

export function rehearsedText(rehearsed: Rehearsed, code: number, width = Infinity): string {
  const { refused, notProven } = rehearsed;
  const lines: string[] = [];
  if (refused.length > 0) {
    const rows = refused.flatMap(({ method, path, status, uses }) =>
      uses.map(({ rule, field }) => [method, path, statusText(status), field, rule]),
    );
    lines.push(table(['calls', 'method', 'path', 'status', 'field', 'rule'], rows, width), '');
  }
  if (notProven.length > 0) {
    const rows = notProven.map(({ method, path, status, message }: JudgedCall) => [
      method,
      path,
      statusText(status),
      message,
    ]);
    lines.push(
      prose(
        'Not proven: refused for a reason that has nothing to do with the cutoff, or the body never came whole.',
        width,
      ),
    );
    lines.push(table(['calls', 'method', 'path', 'status', 'why'], rows, width), '');
  }
  lines.push(prose(verdict(rehearsed), width));
  if (code !== 0) lines.push(`The command itself ended with ${code}.`);
  return `${lines.join('\n')}\n`;
}

const count = (calls: number): string => `${calls} call${calls === 1 ? '' : 's'}`;

const statusText = (status: number): string => (status === 0 ? 'none' : String(status));

function verdict({ calls, refused, notProven, repeated, outcome }: Rehearsed): string {
  if (outcome === 'deprecated')
    return `${refused.length} of ${count(calls)} would be refused after the cutoff${notProven.length === 0 ? '' : `; ${notProven.length} more ${notProven.length === 1 ? 'is' : 'are'} not proven`}.`;
  if (calls === 0)
    return 'The command made no call to the address in PAYBATCH_BASE_URL: nothing was rehearsed.';
  if (outcome === 'survives') {
    const said = repeated === 0 ? 'none refused' : `${repeated} refused and repeated, no other`;
    return `${count(calls)}, ${said}: this survives the cutoff.`;
  }
  if (notProven.length === 0) return `${count(calls)}, for a token only: nothing was rehearsed.`;
  return `${notProven.length} of ${count(calls)} could not be rehearsed: make them succeed (token, ids, balance), then run this again.`;
}

/** Equal rows once, with how often. */
function table(header: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const counted = new Map<string, { row: readonly string[]; times: number }>();
  for (const row of rows) {
    const id = row.join('\0');
    const known = counted.get(id) ?? { row, times: 0 };
    counted.set(id, { row, times: known.times + 1 });
  }
  const shown = [...counted.values()].map(({ row, times }) => [String(times), ...row]);
  return plainTable([...header], shown, [0, 3], width);
}
