// migrate: files of the earlier shape to that of 1.32, with a list of removed values and a list of questions.
import { relative, resolve } from 'node:path';

import { InputError } from '../../../files/input-error.ts';
import { plain, plainLines, plainPath } from '../../../files/plain.ts';
import { type AnswerNote, type MigrateEnd, migrateFile } from '../../../migrate/migrate.ts';
import { readAnswers, realOf } from '../../../migrate/side-files.ts';
import { say, sayOf } from '../../../words/say.ts';
import type { MigrateArgs } from '../../definitions/migration.ts';
import { type Io, UsageError } from '../../io.ts';
import { inWords, printResult } from '../../render/print.ts';
import { plainTable, widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { inputsOf, refuseOverwriting, todosOf } from './inputs.ts';

export async function migrateCommand(given: MigrateArgs, io: Io): Promise<number> {
  const args = { ...given, 'dry-run': given['dry-run'] || given.check };
  const { profile } = new Settings(args, io);
  const { out, todo } = args;
  const isDry = args['dry-run'];
  const inputs = inputsOf(args.paths, out, io);
  if (out === undefined && !isDry)
    throw new UsageError('--out DIR is needed: the input is never overwritten');
  const todos = todosOf(inputs, todo);
  if (out !== undefined) refuseOverwriting(inputs, out, io);
  const leftAlone = new Set(todo.map((name) => realOf(resolve(io.cwd, name))));
  const ends: MigrateEnd[] = [];
  const unusable: string[] = [];
  let code = '';
  for (const input of inputs) {
    const { file, folder } = input;
    try {
      const end = await migrateFile({
        file: resolve(io.cwd, file),
        out: isDry || out === undefined ? null : resolve(io.cwd, out, folder),
        kind: args.kind,
        delimiter: args.delimiter,
        profile,
        amountIsReceiverAmount: args['amount-is-receiver-amount'],
        answers: await readAnswers((todos.get(input) ?? []).map((name) => resolve(io.cwd, name))),
        leftAlone,
        say,
      });
      if (end.todoFile !== null) leftAlone.add(end.todoFile);
      ends.push({ ...end, file });
    } catch (error) {
      if (!(error instanceof InputError)) throw notWritten(error, out ?? '');
      code ||= error.code;
      unusable.push(error.message.replaceAll(`${io.cwd}/`, ''));
    }
  }
  for (const end of ends) io.err(notesText(end));
  for (const message of unusable) io.err(`paybatch: ${plainLines(message)}\n`);
  const isOpen = ends.some(({ waiting, unreadable, misplaced }) => waiting + unreadable + misplaced > 0);
  const exitCode = unusable.length > 0 ? 2 : isOpen ? 1 : 0;
  const error = unusable.length > 0 && { error: { code, message: unusable.join('\n') } };
  const result = { files: ends.map(endJson), unusable, ...error, exitCode };
  if (args.json || ends.length > 0) printResult(io, args.json, result, summary(ends, args, io));
  return exitCode;
}

const endJson = (end: MigrateEnd): object => ({
  ...end,
  broken: end.broken.map(({ line, why }) => ({ line, why: say(why) })),
  notes: end.notes.map((note) => ({ ...note, message: sayOf(note.message) })),
});

const NOTE: Readonly<Record<AnswerNote['kind'], string>> = {
  refused: 'your answer was not taken',
  unused: 'your answer was not used: this line needs no answer for this field',
  misplaced:
    'your answer was not used: it is for another row, because the input has changed since the todo file was written',
};

/** Rows that can't be read, and answers that were not taken. */
function notesText({ file, broken, unreadable, notes, moreNotes }: MigrateEnd): string {
  const rows = broken.map(({ line, why }) => `${line}: ${plain(say(why), 300)}`);
  if (unreadable > broken.length) rows.push(` ${unreadable - broken.length} more rows can't be read`);
  const answers = notes.map(({ line, field, kind, message }) => {
    const why = message === undefined ? '' : `: ${plain(say(message), 300)}`;
    return `${line}: ${plain(field, 100)}: ${NOTE[kind]}${why}`;
  });
  if (moreNotes > 0) answers.push(` ${moreNotes} more such answers`);
  return [...rows, ...answers].map((text) => `${plainPath(file)}:${text}\n`).join('');
}

const HEAD = [
  'file',
  'kind',
  'rows',
  'ready',
  'waiting',
  'unreadable',
  'changed',
  'removed values',
  'documents',
];

/** A table of the files, and what is left to do. */
function summary(ends: readonly MigrateEnd[], args: MigrateArgs, io: Io): string {
  const rows = ends.map(({ file, kind, ...end }) => {
    const { records, ready, waiting, unreadable, changed, dropped, documents } = end;
    const counts = [records, ready, waiting, unreadable, changed, dropped, documents];
    return [file, kind, ...counts.map(String)];
  });
  const sum = (key: 'waiting' | 'unreadable' | 'misplaced'): number =>
    ends.reduce((total, end) => total + end[key], 0);
  const [waiting, unreadable, misplaced] = [sum('waiting'), sum('unreadable'), sum('misplaced')];
  const lines = [plainTable(HEAD, rows, [2, 3, 4, 5, 6, 7, 8], widthOf(io)), ''];
  lines.push(
    args['dry-run']
      ? 'Nothing was written: the table shows what would change.'
      : `Written to ${plainPath(args.out ?? '')}: each converted file, the values that were removed (NAME.dropped.csv), and what to fill in (NAME.todo.csv). The input is unchanged.`,
  );
  if (waiting + unreadable + misplaced === 0) lines.push('Nothing is left to do by hand.');
  if (waiting > 0)
    lines.push(
      `${inWords(waiting, 'row')} ${waiting === 1 ? 'needs' : 'need'} an answer from you: ${answerText(ends, args, io)}`,
    );
  if (unreadable > 0)
    lines.push(
      `${inWords(unreadable, 'row')} can't be read: not in the output. Correct the input, then run this again.`,
    );
  if (misplaced > 0)
    lines.push(
      `${inWords(misplaced, 'answer')} ${misplaced === 1 ? 'is' : 'are'} for another row and not used. Answer the new questions, and remove these answers from the todo file.`,
    );
  return `${lines.join('\n')}\n`;
}

function answerText(ends: readonly MigrateEnd[], args: MigrateArgs, io: Io): string {
  if (args['dry-run']) return 'with --out DIR instead of --dry-run, paybatch writes the questions to DIR.';
  const sheets = ends.flatMap(({ todoFile }) => (todoFile === null ? [] : [relative(io.cwd, todoFile)]));
  const flags = [...args.todo, ...sheets].map((file) => `--todo ${plainPath(file)}`);
  return `fill in the column "answer" of ${sheets.map((sheet) => plainPath(sheet)).join(', ')} ("-" leaves a field out). Then run this again with ${flags.join(' ')}.`;
}

/** Errors of the system, in the words of a flag; others as they are. */
function notWritten(error: unknown, out: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException; // Node's error, or a defect
  return code === undefined ? error : new UsageError(`--out ${out}: can't be written: ${message}`, 'out');
}
