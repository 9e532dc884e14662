// What a rehearsal showed, for people: the calls that end, the calls that prove nothing, one sentence. Pure.
import { spokenDay } from '../../../interface/cutoff.ts';
import type { JudgedCall, Rehearsed } from '../../../sandbox/rehearsal.ts';
import { fieldText } from '../../../sandbox/uses.ts';
import { prose } from '../../render/prose.ts';
import { plainTable } from '../../render/table.ts';

/** How the command itself ended. */
export interface CommandEnd {
  /** 128 and the signal's number, where a signal ended it. */
  readonly code: number;
  readonly signal: string | null;
}

/** `early`: the day that the service believed it to be, where it was before the end of the earlier forms. */
export function rehearsedText(
  rehearsed: Rehearsed,
  end: CommandEnd,
  early: string | undefined,
  width = Infinity,
): string {
  const { refused, notProven, unclear } = rehearsed;
  const lines: string[] = [];
  if (refused.length > 0) {
    if (early !== undefined) {
      const day = `The service's date was ${spokenDay(early)}.`;
      lines.push(prose(`${day} What it refuses after the cutoff is listed all the same.`, width));
    }
    lines.push(usesOf(refused, width), '');
  }
  if (unclear.length > 0) {
    const asked = 'whether it is accepted after the cutoff: ask it, or leave the field out.';
    lines.push(prose(`The service does not state of the following ${asked}`, width));
    lines.push(usesOf(unclear, width), '');
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
  if (end.code !== 0) lines.push(prose(endText(end, rehearsed), width));
  return `${lines.join('\n')}\n`;
}

/** Where all calls succeeded its code is ours, and may look like one that we have a meaning for. */
function endText({ code, signal }: CommandEnd, { outcome }: Rehearsed): string {
  if (signal !== null) return `The command itself was ended by ${signal} (${code}).`;
  const said = `The command itself ended with ${code}`;
  if (outcome !== 'survives') return `${said}.`;
  if (code === 1) return `${said}: its own code, no deprecated use.`;
  return code === 2 ? `${said}: its own code, nothing is left unproven.` : `${said}.`;
}

const usesOf = (calls: readonly JudgedCall[], width: number): string =>
  table(
    ['calls', 'method', 'path', 'status', 'field', 'rule'],
    calls.flatMap(({ method, path, status, uses }) =>
      uses.map((use) => [method, path, statusText(status), fieldText(use), use.rule]),
    ),
    width,
  );

const count = (calls: number): string => `${calls} call${calls === 1 ? '' : 's'}`;

const statusText = (status: number): string => (status === 0 ? 'none' : String(status));

function verdict(rehearsed: Rehearsed): string {
  const { calls, tokenCalls, refused, notProven, repeated, unclear, outcome } = rehearsed;
  // Those are made by a library, and nobody who counts calls thinks of them.
  const tokens =
    tokenCalls === 0 ? '' : ` ${count(tokenCalls)} ${tokenCalls === 1 ? 'was' : 'were'} for a token.`;
  if (outcome === 'deprecated')
    return `${refused.length} of ${count(calls)} would be refused after the cutoff${notProven.length === 0 ? '' : `; ${notProven.length} more ${notProven.length === 1 ? 'is' : 'are'} not proven`}.${tokens}`;
  if (calls === 0)
    return 'The command made no call to the address in PAYBATCH_BASE_URL: nothing was rehearsed.';
  if (outcome === 'survives') {
    const said = repeated === 0 ? 'none refused' : `${repeated} refused and repeated, no other`;
    const but = unclear.length === 0 ? '' : ', as far as the service states what ends';
    return `${count(calls)}, ${said}: these calls work after the cutoff${but}.${tokens}`;
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
