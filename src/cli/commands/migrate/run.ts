// migrate: files of the earlier shape to that of 1.32, and beside them what was dropped and what waits for a person.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { InputError } from '../../../files/input-error.ts';
import { plain, plainLines, plainPath } from '../../../files/plain.ts';
import { type MigrateEnd, migrateFile } from '../../../migrate/migrate.ts';
import { delimiterOf, mapOf } from '../../csv-flags.ts';
import type { MigrateArgs } from '../../definitions/migration.ts';
import { type Io, UsageError } from '../../io.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { summary, todoNames } from './summary.ts';
import { answersByInput } from './todo-files.ts';

export async function migrateCommand(args: MigrateArgs, io: Io): Promise<number> {
  const { profile } = new Settings(args, io);
  const look = args.check || args['dry-run'];
  const out = args.out;
  const files = filesOf(args.paths, out, io);
  if (out === undefined && !look) throw new UsageError('--out DIR is needed: the input is never overwritten');
  const todo = args.todo;
  const leftAlone = todo.map((file) => resolve(io.cwd, file));
  const inputs = files.map(({ file, folder }) => ({
    file,
    place: look || out === undefined ? null : resolve(io.cwd, out, folder),
  }));
  const answers = await answersByInput(inputs, todo, io.cwd);
  const common = {
    kind: args.kind,
    map: mapOf(args.map, io),
    delimiter: delimiterOf(args.delimiter),
    profile,
    amountIsReceiverAmount: args['amount-is-receiver-amount'],
    acceptSuggestions: args['accept-suggestions'],
    leftAlone,
  };
  const ends: MigrateEnd[] = [];
  const unusable: string[] = [];
  for (const input of inputs) {
    const { file, place } = input;
    try {
      const end = await migrateFile({
        ...common,
        answers: answers.get(input) ?? new Map(),
        out: place,
        file: resolve(io.cwd, file),
      });
      ends.push({ ...end, file });
    } catch (error) {
      if (!(error instanceof InputError)) throw explain(error, out ?? '');
      unusable.push(error.message.replaceAll(`${io.cwd}/`, ''));
    }
  }
  for (const end of ends) io.err(refusedText(end) + unusedText(end) + doubtfulText(end));
  for (const message of unusable) io.err(`paybatch: ${plainLines(message)}\n`);
  const exitCode =
    unusable.length > 0 ? 2 : ends.some(({ waiting, unreadable }) => waiting + unreadable > 0) ? 1 : 0;
  const shown = { cwd: io.cwd, width: widthOf(io) };
  if (args.json) io.out(`${JSON.stringify({ files: ends, unusable, exitCode })}\n`);
  else if (ends.length > 0)
    io.out(prose(summary(ends, todoNames(ends, todo, io.cwd), out, { look, ...shown }), shown.width));
  return exitCode;
}

/** Answers that a check would refuse: the question stands in the next sheet. */
function refusedText({ file, refused, refusedAnswers }: MigrateEnd): string {
  const lines = refused.map(
    ({ line, field, message }) =>
      `paybatch: ${plainPath(file)}:${line}: ${plain(field, 100)}: your answer was not taken: ${plain(message, 300)}\n`,
  );
  const more = refusedAnswers - refused.length;
  if (more > 0) lines.push(`paybatch: ${plainPath(file)}: ${more} more answers were not taken\n`);
  return lines.join('');
}

/** Answers that fit nowhere: a person believes that they were taken. */
function unusedText({ file, unused, unusedAnswers }: MigrateEnd): string {
  const lines = unused.map(
    ({ line, field }) =>
      `paybatch: ${plainPath(file)}: line ${line} is not asked for "${plain(field, 100)}": that answer was not used\n`,
  );
  const more = unusedAnswers - unused.length;
  if (more > 0) lines.push(`paybatch: ${plainPath(file)}: ${more} more answers were not used\n`);
  return lines.join('');
}

/** Answers that are taken, and that look mistyped. */
const doubtfulText = ({ file, warnings }: MigrateEnd): string =>
  warnings
    .map(
      ({ line, field, message }) =>
        `${plainPath(file)}:${line}: warning: ${plain(field, 100)}, as it was answered: ${plain(message, 300)}\n`,
    )
    .join('');

interface Found {
  readonly file: string;
  /** Below the folder that was named: what is written has the same place in the output. */
  readonly folder: string;
}

const DATA = /\.(csv|json|ndjson|jsonl)$/i;
const OURS = /\.(todo|dropped|results|retry|check|quote|sandbox)\.csv$/;
const WORKBOOK = /\.(xlsx|xlsm|xls|ods)$/i;
const WORKBOOKS_SHOWN = 5;

function filesOf(paths: readonly string[], out: string | undefined, io: Io): Found[] {
  if (paths.length === 0)
    throw new UsageError('migrate: name a file or folder: paybatch migrate payouts.csv --out migrated');
  const left = out === undefined ? '' : resolve(io.cwd, out);
  return paths.flatMap((path) => {
    if (!isFolder(resolve(io.cwd, path))) return [{ file: path, folder: '' }];
    const workbooks: string[] = [];
    const inside = walk(resolve(io.cwd, path), '', left, workbooks);
    tellWorkbooks(path, workbooks, io);
    if (inside.length === 0) throw new UsageError(`${path}: the folder has no CSV, JSON or NDJSON file`);
    return inside.map((name) => ({ file: join(path, name), folder: dirname(name) }));
  });
}

/** What isn't there is for whoever opens it to say. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A company's payments are often in one: what is passed over is named. */
function tellWorkbooks(path: string, workbooks: readonly string[], io: Io): void {
  if (workbooks.length === 0) return;
  const shown = workbooks.slice(0, WORKBOOKS_SHOWN).map((name) => plainPath(join(path, name)));
  const more = workbooks.length > shown.length ? ` and ${workbooks.length - shown.length} more` : '';
  io.err(
    `paybatch: ${shown.join(', ')}${more}: workbooks are not migrated; save their sheets as CSV and migrate those\n`,
  );
}

/** Data files below a folder, in order; what an earlier migration wrote is none. */
function walk(root: string, folder: string, left: string, workbooks: string[]): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      if (entry.isDirectory()) return join(root, name) === left ? [] : walk(root, name, left, workbooks);
      if (entry.isFile() && WORKBOOK.test(entry.name)) workbooks.push(name);
      const isOurs = OURS.test(entry.name) || names.has(inputOf(entry.name));
      return entry.isFile() && DATA.test(entry.name) && !isOurs ? [name] : [];
    });
}

/** The file beside which a migration into its own folder writes this one; any other name gives none that is there. */
const inputOf = (name: string): string =>
  /\.migrated\.\w+$/.test(name) ? name.replace(/\.migrated(\.\w+)$/, '$1') : '';

function explain(error: unknown, out: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException; // Node's error, or a defect
  if (code === undefined) return error;
  const why =
    code === 'EACCES' || code === 'EROFS'
      ? 'no permission'
      : code === 'EEXIST' || code === 'ENOTDIR'
        ? 'it is not a folder'
        : message;
  return new UsageError(`--out ${out}: can't be written: ${why}`, 'out');
}
