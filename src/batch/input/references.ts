// The operator's own keys of rows. A reference that a spreadsheet has changed is refused: two exports of one list
// would have different references. In a file with references each row needs a separate one, and differences that
// nobody sees do not count. In a file without references, equal rows are each paid, with a warning.
import { printable } from '../../csv/header.ts';
import { canonicalDecimal } from '../../interface/decimal.ts';
import { customerFingerprint, payoutFingerprint } from '../../interface/fingerprint.ts';
import { composedReference, foldedReference } from '../../interface/reference.ts';
import type { Message } from '../../message.ts';
import { spreadsheetDamage } from './damaged-text.ts';
import { rowIssue } from './messages.ts';
import type { BatchRow } from './row.ts';
import { SeenKeys } from './seen-keys.ts';
import type { Warnings } from './warnings.ts';

const MAX_REFERENCE = 255;
/** Nearly all references: these need no further check. */
const GOOD = /^[A-Za-z][\x21-\x7e]{0,254}$/;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

interface Reference {
  /** Composed, without spaces around it. */
  readonly text: string;
  /** What is wrong with it. */
  readonly issue: Message | undefined;
}

/** The cell of a file that has the column. */
export function readReference(cell: string): Reference {
  if (GOOD.test(cell)) return { text: cell, issue: undefined };
  const text = composedReference(cell);
  return { text, issue: issueOf(cell, text) };
}

function issueOf(cell: string, text: string): Message | undefined {
  if (text === '') return rowIssue('reference_missing');
  const value = printable(text);
  const character = UNSEEN.exec(cell)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  if (character !== undefined) return rowIssue('reference_invisible', { value, character });
  const damage = spreadsheetDamage(text);
  if (damage !== undefined) return rowIssue('damaged', { value, damage });
  return text.length > MAX_REFERENCE
    ? rowIssue('reference_long', { length: text.length, most: MAX_REFERENCE })
    : undefined;
}

/** Rows whose reference, or without references whose content, is that of an earlier row. */
export class RepeatedRows {
  /** References by their folded form. The mark shows, but for one in 256, whether both are spelt the same. */
  readonly #seen: SeenKeys;
  /** 0-based; -1 without references. */
  readonly #column: number;
  readonly #warnings: Warnings;

  constructor(column: number, warnings: Warnings, seen = new SeenKeys()) {
    this.#column = column;
    this.#warnings = warnings;
    this.#seen = seen;
  }

  check(row: BatchRow): void {
    if (this.#column !== -1) {
      if (row.reference !== '') this.#checkReference(row);
    } else if (!row.retryOf && row.issues.length === 0) this.#checkContent(row);
  }

  /** The line of the earlier row with this key, or 0. A row that is read again does not repeat itself. */
  #lineBefore(key: string, line: number, mark: number): number {
    const before = this.#seen.remember(key, line, mark);
    return before === line ? 0 : before;
  }

  #checkReference(row: BatchRow): void {
    const mark = markOf(row.reference);
    const key = foldedReference(row.reference);
    const line = this.#lineBefore(key, row.line, mark);
    if (line === 0) return;
    const isSame = this.#seen.markOf(key) === mark;
    const message = rowIssue('reference_repeated', { line, kind: row.kind, isSame });
    row.issues.push({ column: this.#column + 1, field: 'reference', message, repeats: isSame });
  }

  #checkContent(row: BatchRow): void {
    const line = this.#lineBefore(fingerprintOf(row), row.line, 0);
    if (line === 0) return;
    const shown =
      row.kind === 'payouts' ? `${canonicalDecimal(row.amount)} ${row.currency}` : row.body.businessLegalName;
    this.#warnings.add(row.line, 'the row', shown ?? '', () =>
      rowIssue('row_repeated', { line, kind: row.kind }),
    );
  }
}

const fingerprintOf = (row: BatchRow): string =>
  row.kind === 'payouts'
    ? payoutFingerprint(row.body) + JSON.stringify(row.documents)
    : customerFingerprint(row.body);

/** FNV-1a, folded: a plain product of 31 gave references with two leading zeros the mark of those without. */
function markOf(text: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  return (mark ^ (mark >>> 8) ^ (mark >>> 16) ^ (mark >>> 24)) & 0xff;
}
