// Sentences about errors in a row, and warnings.
import { type Issue, VALUE_CHARS } from '../batch/input/row.ts';
import type { KeptWarnings, Warning } from '../batch/input/warnings.ts';
import { plain } from '../files/plain.ts';
import type { Say } from '../message.ts';

/** `12:3: receiverAmount: must be positive`, the place as compilers write it. */
export function placedIssue(line: number, issue: Issue, say: Say): string {
  const place = issue.column > 0 ? `${line}:${issue.column}` : `${line}`;
  return `${place}: ${issueText(issue, say)}`;
}

export const issueText = ({ field, message }: Issue, say: Say): string =>
  field === '' ? say(message) : `${field}: ${say(message)}`;

type Warned = Pick<Warning, 'field' | 'value' | 'message'>;

/** In one line, without its place. `rows`: how many have it. */
export function warningText({ field, value, message }: Warned, rows: number, say: Say): string {
  // A warning about the whole row has no cell.
  const cell = field === 'the row' && value === '' ? field : `${field} "${plain(value, VALUE_CHARS)}"`;
  const text = `${field === '' ? '' : `${cell} `}${plain(say(message))}`;
  return rows > 1 ? `${text} (${rows} rows, first here)` : text;
}

/** A line of the file, and a sentence about it. */
export interface Listed {
  readonly line: number;
  readonly text: string;
}

/** Kept warnings as texts. */
export const warnedTexts = (
  { count, first }: KeptWarnings,
  say: Say,
): { readonly count: number; readonly first: readonly Listed[] } => ({
  count,
  first: first.map((one) => ({ line: one.line, text: warningText(one, one.rows ?? 1, say) })),
});
