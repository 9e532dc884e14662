// The migration of one file: records are read as a stream and go through the steps. All output files appear at the
// end. The input is never changed.
import type { Stats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { openInput } from '../csv/input.ts';
import { InputError } from '../files/input-error.ts';
import { bytesMessage } from '../files/messages.ts';
import { statsOf } from '../files/small-file.ts';
import type { FileKind } from '../interface/file-kind.ts';
import type { Message } from '../message.ts';
import { csvSource } from './csv.ts';
import { jsonSource } from './json.ts';
import { MigrationFiles } from './output.ts';
import { isInside } from './output-folder.ts';
import { type Migrated, migrateRecord } from './record.ts';
import { type Answer, type Answers, fingerprintOf } from './side-files.ts';
import type { MigrateSettings, MigrationSource, RecordContext } from './source.ts';
import { question, type RecordFields } from './step.ts';

/** Records by result. */
interface RecordCounts {
  records: number;
  /** Nothing is left to do by hand. */
  ready: number;
  waiting: number;
  unreadable: number;
  /** Records that differ from the input. */
  changed: number;
  dropped: number;
  todo: number;
  documents: number;
  /** Answers whose row is now on another line. */
  misplaced: number;
}

export interface MigrateEnd extends Readonly<RecordCounts> {
  readonly file: string;
  readonly kind: FileKind;
  readonly written: string | null;
  /** The file with the questions; `null` if none was written. */
  readonly todoFile: string | null;
  /** The first unreadable records, with the reason. */
  readonly broken: readonly Broken[];
  /** The first answers that were not used. */
  readonly notes: readonly AnswerNote[];
  readonly moreNotes: number;
}

export interface Broken {
  readonly line: number;
  readonly why: Message;
}

export interface AnswerNote {
  readonly line: number;
  readonly field: string;
  /** `refused`: a check would refuse it. `unused`: nothing asked for it. `misplaced`: its row is now on another line. */
  readonly kind: 'refused' | 'unused' | 'misplaced';
  readonly message: Message | undefined;
}

const NOTES_SHOWN = 20;
const BROKEN_SHOWN = 5;
const NO_ANSWERS: ReadonlyMap<string, Answer> = new Map();

/** The counts and notes of a migration. */
class Journal {
  readonly counts: RecordCounts = {
    ...{ records: 0, ready: 0, waiting: 0, unreadable: 0 },
    ...{ changed: 0, dropped: 0, todo: 0, documents: 0, misplaced: 0 },
  };
  readonly broken: Broken[] = [];
  readonly notes: AnswerNote[] = [];
  moreNotes = 0;
  readonly used = new Set<Answer>();
  /** Answers whose row is still on the same line. */
  readonly placed = new Set<Answer>();

  note(note: AnswerNote): void {
    if (this.notes.length < NOTES_SHOWN) this.notes.push(note);
    else this.moreNotes++;
  }

  /** The answers that were not used. */
  noteUnused(answers: Answers): void {
    for (const own of answers.values())
      for (const answer of own.values()) {
        if (this.used.has(answer)) continue;
        const kind = this.placed.has(answer) || answer.row === '' ? 'unused' : 'misplaced';
        if (kind === 'misplaced') this.counts.misplaced++;
        this.note({ line: answer.line, field: answer.field, kind, message: undefined });
      }
  }

  count(line: number, before: RecordFields, migrated: Migrated): void {
    const { fields, dropped, todo, files, refused } = migrated;
    for (const one of refused) this.note({ line, kind: 'refused', ...one });
    const { counts } = this;
    counts.dropped += dropped.length;
    counts.todo += todo.length;
    counts.documents += files.length;
    if (todo.length > 0) counts.waiting++;
    else counts.ready++;
    if (!same(before, fields)) counts.changed++;
  }
}

/** Errors: InputError if the input can't be read, OutputError and the system's if the output can't be written. */
export async function migrateFile(settings: MigrateSettings): Promise<MigrateEnd> {
  const { file, out, answers } = settings;
  const handle = await openInput(file);
  const before = await handle.stat();
  const journal = new Journal();
  let output: MigrationFiles | undefined;
  try {
    const source = await sourceOf(handle, settings);
    output = out === null ? undefined : await MigrationFiles.open(file, out, settings);
    await migrateRecords(source, settings, output, journal);
    await judgeUnchanged(file, handle, before);
    journal.noteUnused(answers);
    const { counts, broken, notes, moreNotes } = journal;
    const written = (await output?.commit()) ?? { written: null, todoFile: null };
    return { file, kind: source.kind, ...written, ...counts, broken, notes, moreNotes };
  } catch (error) {
    await output?.discard();
    // A file that changed while it was read may look broken.
    if (error instanceof InputError) await judgeUnchanged(file, handle, before);
    throw error;
  } finally {
    await handle.close();
  }
}

function sourceOf(handle: FileHandle, settings: MigrateSettings): Promise<MigrationSource> {
  const isJson = /\.(json|ndjson|jsonl)$/i.test(settings.file);
  return isJson ? jsonSource(handle, settings) : csvSource(handle, settings);
}

/** The fields of the header or of the first record; none of a file that cannot be migrated. */
export async function fieldsOf(settings: MigrateSettings): Promise<readonly string[]> {
  try {
    const handle = await openInput(settings.file);
    try {
      return (await sourceOf(handle, settings)).paths;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

/** The input must not change while it is read. Errors: {@link InputError}. */
async function judgeUnchanged(path: string, handle: FileHandle, before: Stats): Promise<void> {
  const now = await handle.stat();
  const there = await stat(path).catch(() => undefined);
  const isSame =
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs &&
    there?.ino === before.ino &&
    there.dev === before.dev;
  if (isSame) return;
  throw new InputError('changed', { file: path }, bytesMessage('changed_while_read'));
}

async function migrateRecords(
  source: MigrationSource,
  settings: MigrateSettings,
  output: MigrationFiles | undefined,
  journal: Journal,
): Promise<void> {
  const { counts, broken } = journal;
  const { file, profile, amountIsReceiverAmount, answers } = settings;
  const hasDocument = (path: string): boolean =>
    isInside(path) && statsOf(join(dirname(file), path))?.isFile() === true;
  const context: RecordContext = { ...source, profile, amountIsReceiverAmount, hasDocument };
  const asking = { ...context, amountIsReceiverAmount: false };
  const isAnswered = amountIsReceiverAmount ? rowsWithAmounts(answers) : () => false;
  let written = 0;
  await output?.text(source.before);
  for await (const batch of source.records) {
    let text = '';
    for (const { line, fields, unreadable, raw = '' } of batch) {
      counts.records++;
      if (unreadable !== undefined) {
        counts.unreadable++;
        counts.todo++;
        if (broken.length < BROKEN_SHOWN) broken.push({ line, why: unreadable });
        await output?.todo(line, question('', unreadable, { value: raw }));
        continue;
      }
      const own = answers.get(line) ?? NO_ANSWERS;
      for (const answer of own.values())
        if (answer.row === '' || answer.row === fingerprintOf(fields)) journal.placed.add(answer);
      const migrated = migrateRecord(fields, isAnswered(line, fields) ? asking : context, (field) => {
        const answer = own.get(field);
        if (!answer || !journal.placed.has(answer)) return undefined;
        journal.used.add(answer);
        return answer.text;
      });
      text += source.write(migrated.fields, written++);
      const side = output?.sideOf(line, fields, migrated);
      if (side) await side;
      journal.count(line, fields, migrated);
    }
    await output?.text(text);
  }
  await output?.text(source.after(written));
}

/**
 * The rows with an answer for their amount, by line or by content. The answer takes precedence over the flag, which is
 * for all rows. If a row is now on another line, its question is asked again.
 */
function rowsWithAmounts(answers: Answers): (line: number, fields: RecordFields) => boolean {
  const amounts = [...answers.values()].flatMap((own) => own.get('receiverAmount') ?? []);
  const [lines, rows] = [new Set(amounts.map(({ line }) => line)), new Set(amounts.map(({ row }) => row))];
  return (line, fields) => lines.has(line) || (rows.size > 0 && rows.has(fingerprintOf(fields)));
}

function same(before: RecordFields, after: RecordFields): boolean {
  if (before === after) return true;
  if (before.size !== after.size) return false;
  for (const [path, value] of before) if (after.get(path) !== value) return false;
  return true;
}
