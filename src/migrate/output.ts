// The files of one migration: the converted file, the dropped file, the todo file, and the documents that the rows
// name. The first three appear together at the end, or not at all.
import { basename, dirname, extname, resolve } from 'node:path';

import type { AtomicFile } from '../files/atomic-file.ts';
import { openInside } from '../files/open-inside.ts';
import type { Say } from '../message.ts';
import { isInside, OutputFolder } from './output-folder.ts';
import type { Migrated } from './record.ts';
import {
  DROPPED_HEADER,
  droppedLine,
  fingerprintOf,
  questionsName,
  realOf,
  TODO_HEADER,
  todoLine,
} from './side-files.ts';
import type { MigrateSettings } from './source.ts';
import type { NewFile, RecordFields, Todo } from './step.ts';

const AT_ONCE = 8;

/** The names of the files that the migration of an input writes to a folder. */
export function outputNames(input: string, out: string) {
  const extension = extname(input);
  const stem = basename(input, extension);
  const isOwn = realOf(out) === realOf(dirname(input));
  const converted = isOwn ? `${stem}.migrated${extension}` : `${stem}${extension}`;
  return { converted, dropped: `${stem}.dropped.csv`, todo: `${stem}.todo.csv`, stem, isOwn };
}

interface Parts {
  readonly folder: OutputFolder;
  readonly converted: AtomicFile;
  readonly dropped: AtomicFile;
  readonly todo: AtomicFile;
  /** Whether an earlier todo file of this input is kept. */
  readonly isNextSheet: boolean;
  /** The folder of the input, whose documents are copied; `null` if it is also the output's. */
  readonly documents: string | null;
  readonly say: Say;
}

export class MigrationFiles {
  readonly #parts: Parts;
  /** Documents that are written already. */
  readonly #done = new Set<string>();
  #questions = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `leftAlone`: todo files that keep their content. Errors: OutputError, and the system's. */
  static async open(
    input: string,
    out: string,
    { leftAlone, say }: Pick<MigrateSettings, 'leftAlone' | 'say'>,
  ): Promise<MigrationFiles> {
    const folder = await OutputFolder.open(out);
    const names = outputNames(input, out);
    const todoName = await questionsName(resolve(out), names.stem, leftAlone);
    const made: AtomicFile[] = [];
    const create = async (name: string): Promise<AtomicFile> => {
      const file = await folder.create(name);
      made.push(file);
      return file;
    };
    try {
      const converted = await create(names.converted);
      const dropped = await create(names.dropped);
      const todo = await create(todoName);
      await dropped.write(DROPPED_HEADER);
      await todo.write(TODO_HEADER);
      const isNextSheet = todoName !== names.todo;
      const documents = names.isOwn ? null : dirname(input);
      return new MigrationFiles({ folder, converted, dropped, todo, isNextSheet, documents, say });
    } catch (error) {
      for (const file of made) await file.discard();
      throw error;
    }
  }

  async text(text: string): Promise<void> {
    await this.#parts.converted.write(text);
  }

  /** `row`: the fingerprint of the row; empty if it can't be read. */
  async todo(line: number, todo: Todo, row = ''): Promise<void> {
    this.#questions++;
    await this.#parts.todo.write(todoLine(line, todo, row, this.#parts.say));
  }

  /** Writes dropped values, questions and documents of a record; `undefined` for most records, which have none. */
  sideOf(line: number, before: RecordFields, migrated: Migrated): Promise<void> | undefined {
    const { fields, dropped, todo, files } = migrated;
    const documents = documentPaths(fields);
    if (dropped.length + todo.length + files.length + documents.length === 0) return undefined;
    return this.#sideOf(line, before, migrated, documents);
  }

  async #sideOf(
    line: number,
    before: RecordFields,
    { dropped, todo, files }: Migrated,
    documents: readonly string[],
  ): Promise<void> {
    for (const one of dropped) await this.#parts.dropped.write(droppedLine(line, one));
    const row = todo.length === 0 ? '' : fingerprintOf(before);
    for (const one of todo) await this.todo(line, one, row);
    await this.#write(files);
    for (const path of documents) await this.#copy(path);
  }

  /** Documents are named by their content, so the same one is written once. A few at a time, for the disk. */
  async #write(files: readonly NewFile[]): Promise<void> {
    const fresh = files.filter(({ path }) => !this.#done.has(path) && this.#done.add(path));
    for (let at = 0; at < fresh.length; at += AT_ONCE)
      await Promise.all(
        fresh.slice(at, at + AT_ONCE).map(({ path, bytes }) => this.#parts.folder.write(path, bytes)),
      );
  }

  /** Puts a document where the converted file looks for it. `paybatch check` reports one that can't be opened. */
  async #copy(path: string): Promise<void> {
    const { documents, folder } = this.#parts;
    if (documents === null || this.#done.has(path)) return;
    this.#done.add(path);
    if (!isInside(path)) return;
    const opened = await openInside(documents, path).catch(() => undefined);
    if (!opened) return;
    try {
      await folder.copy(path, opened.handle);
    } finally {
      await opened.handle.close();
    }
  }

  async commit(): Promise<{ readonly written: string; readonly todoFile: string | null }> {
    const { converted, dropped, todo, isNextSheet } = this.#parts;
    await converted.commit();
    await dropped.commit();
    const hasSheet = !isNextSheet || this.#questions > 0;
    await (hasSheet ? todo.commit() : todo.discard());
    return { written: converted.path, todoFile: hasSheet ? todo.path : null };
  }

  async discard(): Promise<void> {
    const { converted, dropped, todo } = this.#parts;
    for (const file of [converted, dropped, todo]) await file.discard();
  }
}

/** The document paths of a record, as a check reads them. */
function documentPaths(fields: RecordFields): string[] {
  const paths: string[] = [];
  for (const [path, value] of fields) {
    if (path !== 'documents' && !path.startsWith('documents.')) continue;
    const items: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(';') : [];
    for (const item of items) if (typeof item === 'string') paths.push(item.trim());
  }
  return paths;
}
