// One file through the migration: read as a stream, each record through the steps, the results put in their places at the
// end. The input is never touched.
import { statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { InputError } from '../files/input-error.ts';
import type { FileKind } from '../interface/file-kind.ts';
import { answerIssue, answerWarning } from './answer-check.ts';
import { csvRecords } from './csv.ts';
import { jsonRecords } from './json.ts';
import { Output } from './output.ts';
import { type Migrated, migrateRecord, type RecordSettings } from './record.ts';
import { missingColumns } from './required-fields.ts';
import { answerKey } from './side-files.ts';
import type { MigrateSettings, Source, SourceRecord } from './source.ts';
import type { Fields } from './step.ts';

/** How many records, and what became of them. */
interface Counts {
  records: number;
  /** Nothing is left to do by hand. */
  ready: number;
  waiting: number;
  unreadable: number;
  /** Records that are not as they were. */
  changed: number;
  dropped: number;
  todo: number;
  documents: number;
}

export interface MigrateEnd extends Readonly<Counts> {
  readonly file: string;
  readonly kind: FileKind;
  readonly written: string | null;
  /** Where what is left to do stands; `null` where nothing was written. */
  readonly todoFile: string | null;
  /** Todo files of earlier runs that stay as they are, and in which nothing is asked any more. */
  readonly outdated: readonly string[];
  /** The first unreadable records, with the reason. */
  readonly broken: readonly Broken[];
  /** Answers that no question asks for: how many, and the first of them. */
  readonly unusedAnswers: number;
  readonly unused: readonly UnusedAnswer[];
  /** Answers that were taken, and that a check will warn of: the first of them. */
  readonly warnings: readonly AnswerWarning[];
  /** Answers that a check would refuse, and that are asked for again: how many, and the first of them. */
  readonly refusedAnswers: number;
  readonly refused: readonly AnswerWarning[];
  /** Required fields that a CSV has no column for. */
  readonly missingColumns: readonly string[];
}

export interface Broken {
  readonly line: number;
  readonly why: string;
}

export interface UnusedAnswer {
  readonly line: number;
  readonly field: string;
}

export interface AnswerWarning extends UnusedAnswer {
  readonly message: string;
}

const UNUSED_SHOWN = 20;
const REFUSED_SHOWN = 5;
const BROKEN_SHOWN = 5;
const WARNINGS_SHOWN = 20;

/** Errors: InputError for what can't be read, OutputError and the system's for what can't be written. */
export async function migrateFile(settings: MigrateSettings): Promise<MigrateEnd> {
  const { file, out } = settings;
  const source = /\.(json|ndjson|jsonl)$/i.test(file)
    ? await jsonRecords(settings)
    : await csvRecords(settings);
  let output: Output | undefined;
  const answered: Answered = { used: new Set(), warnings: [], refused: { count: 0, first: [] } };
  const broken: Broken[] = [];
  try {
    output = out === null ? undefined : await Output.open(file, out, settings.leftAlone);
    const counts = await migrateRecords(source, settings, { output, answered, broken });
    await source.judgeUnchanged();
    const written = (await output?.commit()) ?? null;
    return {
      ...{ file, kind: source.kind, written, todoFile: output?.todoFile ?? null },
      ...{ outdated: output?.outdated ?? [], broken },
      ...{ ...counts, ...unusedOf(settings.answers, answered.used), warnings: answered.warnings },
      ...{ refusedAnswers: answered.refused.count, refused: answered.refused.first },
      missingColumns: missingColumns(source.kind, { ...source, profile: settings.profile }),
    };
  } catch (error) {
    await output?.discard();
    // What can't be read in a file that somebody is writing is no fault of it.
    if (error instanceof InputError) await source.judgeUnchanged();
    throw error;
  } finally {
    await source.close();
  }
}

async function migrateRecords(
  source: Source,
  settings: MigrateSettings,
  { output, answered, broken }: { output: Output | undefined; answered: Answered; broken: Broken[] },
): Promise<Counts> {
  const counts: Counts = {
    ...{ records: 0, ready: 0, waiting: 0, unreadable: 0 },
    ...{ changed: 0, dropped: 0, todo: 0, documents: 0 },
  };
  let written = 0;
  await output?.text(source.before);
  for await (const batch of source.records) {
    let text = '';
    for (const record of batch) {
      counts.records++;
      if (record.unreadable !== undefined) {
        counts.unreadable++;
        counts.todo++;
        if (broken.length < BROKEN_SHOWN) broken.push({ line: record.line, why: record.unreadable });
        await output?.todo(record.line, unreadable(record.unreadable, record));
        continue;
      }
      const { line, fields } = record;
      const migrated = migrateRecord(source.kind, fields, recordSettings(settings, source, line, answered));
      text += source.write(migrated.fields, written++);
      const beside = output?.beside(line, migrated);
      if (beside) await beside;
      count(counts, fields, migrated);
    }
    await output?.text(text);
  }
  await output?.text(source.after(written));
  return counts;
}

function count(counts: Counts, before: Fields, { fields, dropped, todo, files }: Migrated): void {
  counts.dropped += dropped.length;
  counts.todo += todo.length;
  counts.documents += files.length;
  if (todo.length > 0) counts.waiting++;
  else counts.ready++;
  if (!same(before, fields)) counts.changed++;
}

const unreadable = (why: string, { raw = '' }: SourceRecord) => ({
  field: '',
  why,
  value: raw,
  from: '',
  suggestion: '',
});

function recordSettings(
  settings: MigrateSettings,
  source: Source,
  line: number,
  { used, warnings, refused }: Answered,
): RecordSettings {
  const { profile, file } = settings;
  const rules = { profile, hasDocument: (path: string) => isInside(dirname(file), path) };
  return {
    shape: source.shape,
    amountIsReceiverAmount: settings.amountIsReceiverAmount,
    profile: settings.profile,
    acceptSuggestions: settings.acceptSuggestions,
    answer: (field) => {
      const key = answerKey(line, field);
      const text = settings.answers.get(key);
      if (text !== undefined) used.add(key);
      return text;
    },
    toValue: source.toValue,
    holds: source.holds,
    issueOf: (field, text, fields) => {
      const issue = answerIssue(field, text, fields, { kind: source.kind, ...rules });
      if (!settings.answers.has(answerKey(line, field))) return issue;
      const message = issue ?? answerWarning(field, text, profile);
      const said = { line, field, message: `"${text}" ${message ?? ''}` };
      if (issue !== undefined && refused.count++ < REFUSED_SHOWN) refused.first.push(said);
      if (issue === undefined && message !== undefined && warnings.length < WARNINGS_SHOWN)
        warnings.push(said);
      return issue;
    },
  };
}

/** What became of answers, so far. */
interface Answered {
  readonly used: Set<string>;
  readonly warnings: AnswerWarning[];
  readonly refused: { count: number; readonly first: AnswerWarning[] };
}

function unusedOf(
  answers: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): Pick<MigrateEnd, 'unusedAnswers' | 'unused'> {
  const unused: UnusedAnswer[] = [];
  for (const key of answers.keys()) {
    if (unused.length === UNUSED_SHOWN) break;
    const end = key.indexOf('\0');
    if (!used.has(key)) unused.push({ line: Number(key.slice(0, end)), field: key.slice(end + 1) });
  }
  return { unusedAnswers: answers.size - used.size, unused };
}

/** Whether a file lies there, below the folder. */
function isInside(folder: string, path: string): boolean {
  if (normalize(path).startsWith('..')) return false;
  try {
    return statSync(join(folder, path)).isFile();
  } catch {
    return false; // nothing is there, or no such path can be
  }
}

function same(before: Fields, after: Fields): boolean {
  if (before === after) return true;
  if (before.size !== after.size) return false;
  for (const [path, value] of before) if (after.get(path) !== value) return false;
  return true;
}
