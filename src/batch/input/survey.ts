// The first reading of a file, for every command: each row is validated and, if there is a ledger, planned against it
// (plan/known-file.ts). Sends and writes nothing.
import type { FileHandle } from 'node:fs/promises';

import type { Header } from '../../csv/header.ts';
import { refuseCutShort } from '../../csv/input.ts';
import { type RunControl, StoppedEarly } from './control.ts';
import { DocumentFolder } from './documents.ts';
import { FileFacts } from './facts.ts';
import { compareFooter } from './imports/footer-total.ts';
import { type FileOptions, type Pass, startPass } from './input-file.ts';
import { inputMessage, rowIssue } from './messages.ts';
import type { BatchRow } from './row.ts';
import { SeenKeys } from './seen-keys.ts';
import type { FileSettings } from './settings.ts';
import { Warnings } from './warnings.ts';

export interface Checked extends Pass {
  readonly facts: FileFacts;
  readonly warnings: Warnings;
  readonly options: FileOptions;
  /** SHA-256 (hex) of the file's bytes, and of the bytes up to the end of each chunk. */
  readonly hash: string;
  readonly prefixes: readonly string[];
}

/** A file that was surveyed, and is read again. */
export interface Surveyed {
  readonly handle: FileHandle;
  readonly checked: Checked;
}

/** What the ledger knows of the file. */
interface RowPlanner {
  begin(pass: Pass, warnings: Warnings): void;
  /** Before the rows are counted: it may add issues. */
  planRows(rows: readonly BatchRow[], warnings: Warnings): Promise<void>;
  end(checked: Checked): Promise<void>;
}

interface SurveyHooks {
  readonly onHeader?: (pass: Pass) => void;
  readonly onRows?: (rows: readonly BatchRow[]) => void | Promise<void>;
}

/** Errors: {@link InputError}, Refusal. */
export async function survey(
  handle: FileHandle,
  settings: FileSettings,
  control: RunControl,
  known: RowPlanner | undefined,
  hooks: SurveyHooks = {},
): Promise<Checked> {
  const { file, imports, profile } = settings;
  const warnings = new Warnings();
  const documents = new DocumentFolder(settings.documentsDir, profile.maxDocumentBytes);
  const options: FileOptions = { ...settings, documents, warnings, seen: new SeenKeys() };
  const prefixes: string[] = [];
  const pass = await startPass(handle, options, (digest) => {
    if (digest !== undefined) prefixes.push(digest);
  });
  const facts = new FileFacts(pass.kind);
  hooks.onHeader?.(pass);
  known?.begin(pass, warnings);
  let last: BatchRow | undefined;
  for await (const rows of pass.rows) {
    if (control.signals > 0) throw new StoppedEarly(inputMessage('stopped_checking'));
    await known?.planRows(rows, warnings);
    for (const row of rows) facts.add(row);
    last = rows.at(-1);
    await hooks.onRows?.(rows);
  }
  const { header, blanks, end } = pass;
  const { below, hidden } = end;
  facts.blanks = blanks.skipped + end.blankLines;
  facts.below = below;
  if (hidden.count > 0)
    // A person who looked at the sheet has not seen them.
    warnings.add(hidden.line, 'hidden rows', String(hidden.count), () => rowIssue('hidden_rows'));
  if (imports) compareFooter({ file, header, imports }, facts, warnings);
  if (end.isOpen && !below) {
    // A blank record of one cell is a line of spaces.
    if (blanks.below > 0 && blanks.lastWidth > 1)
      refuseCutShort({ file, line: blanks.lastLine }, blanks.lastWidth, header.names.length);
    if (blanks.below === 0 && last) checkOpenEnd(last, header, settings, warnings);
  }
  const checked: Checked = {
    ...pass,
    ...{ facts, warnings, options, prefixes },
    hash: prefixes.at(-1) ?? '', // a file without bytes has no header
  };
  await known?.end(checked);
  return checked;
}

/** A file that was cut off inside its last cell looks whole: 1250.00 may have become 12. */
function checkOpenEnd(
  row: BatchRow,
  { names }: Header,
  { file, guards }: FileSettings,
  warnings: Warnings,
): void {
  refuseCutShort({ file, line: row.line }, row.cells.length, names.length);
  const isPayout = row.kind === 'payouts';
  if (isPayout ? guards.expectTotal.size > 0 : guards.expectCount !== undefined) return;
  const shown = row.reference === '' ? row.amount : row.reference;
  warnings.add(row.line, 'the last row', shown, () => rowIssue('open_end', { kind: row.kind }));
}
