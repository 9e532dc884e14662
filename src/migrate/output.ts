// What a migration writes: the file in its new shape, beside it what was dropped and what waits for a person, and the
// documents that its rows name. All three files appear at the end, or none.
import { basename, dirname, extname, join, resolve } from 'node:path';

import type { AtomicFile } from '../files/atomic-file.ts';
import { openInside } from '../files/open-inside.ts';
import { OutputFolder } from './output-folder.ts';
import type { Migrated } from './record.ts';
import { DROPPED_HEADER, droppedLine, TODO_HEADER, todoLine } from './side-files.ts';
import type { Fields, NewFile, Todo } from './step.ts';
import { type KeptAnswers, type TodoPlace, todoPlace } from './todo-place.ts';

const AT_ONCE = 8;

export class Output {
  readonly #folder: OutputFolder;
  readonly #converted: AtomicFile;
  readonly #dropped: AtomicFile;
  readonly #todo: AtomicFile;
  /** Folder of the input, whose documents go along; `null` where that is the output's own. */
  readonly #documents: string | null;
  readonly #carried = new Set<string>();
  readonly #made = new Set<string>();
  readonly #kept: KeptAnswers;
  /** Whether the todo file is one more beside those that were left alone. */
  readonly #isMore: boolean;
  readonly #before: readonly string[];
  #rows = 0;

  private constructor(
    folder: OutputFolder,
    files: readonly AtomicFile[],
    documents: string | null,
    { kept, isMore, before }: TodoPlace,
  ) {
    this.#folder = folder;
    this.#kept = kept;
    this.#isMore = isMore;
    this.#before = before;
    const [converted, dropped, todo] = files;
    if (!converted || !dropped || !todo) throw new Error('an output has three files');
    this.#converted = converted;
    this.#dropped = dropped;
    this.#todo = todo;
    this.#documents = documents;
  }

  /** Errors: OutputError, and the system's. */
  static async open(input: string, out: string, leftAlone: readonly string[]): Promise<Output> {
    const folder = await OutputFolder.open(out);
    const extension = extname(input);
    const stem = basename(input, extension);
    const own = resolve(out) === resolve(dirname(input));
    const place = await todoPlace(resolve(out), stem, leftAlone);
    const names = [
      own ? `${stem}.migrated${extension}` : `${stem}${extension}`,
      `${stem}.dropped.csv`,
      place.name,
    ];
    const files: AtomicFile[] = [];
    try {
      for (const name of names) files.push(await folder.create(name));
    } catch (error) {
      for (const file of files) await file.discard();
      throw error;
    }
    const output = new Output(folder, files, own ? null : dirname(input), place);
    await output.#dropped.write(DROPPED_HEADER);
    await output.#todo.write(TODO_HEADER);
    return output;
  }

  async text(text: string): Promise<void> {
    await this.#converted.write(text);
  }

  async todo(line: number, todo: Todo): Promise<void> {
    this.#rows++;
    await this.#todo.write(todoLine(line, this.#kept.into(line, todo)));
  }

  /** What left a record, and the documents it has now; `undefined` for nearly all, which have neither. */
  beside(line: number, migrated: Migrated): Promise<void> | undefined {
    const { fields, dropped, todo, files } = migrated;
    const documents = documentPaths(fields);
    if (dropped.length + todo.length + files.length + documents.length === 0) return undefined;
    return this.#beside(line, migrated, documents);
  }

  async #beside(
    line: number,
    { dropped, todo, files }: Migrated,
    documents: readonly string[],
  ): Promise<void> {
    for (const one of dropped) await this.#dropped.write(droppedLine(line, one));
    for (const one of todo) await this.todo(line, one);
    await this.#documentsOf(files);
    if (this.#documents === null) return;
    for (const path of documents) await this.#carry(this.#documents, path);
  }

  /** Named by their content: the same one again, of this record or another, is there already. A few at once, for the disk. */
  async #documentsOf(files: readonly NewFile[]): Promise<void> {
    const fresh = files.filter(({ path }) => !this.#made.has(path) && this.#made.add(path));
    for (let at = 0; at < fresh.length; at += AT_ONCE)
      await Promise.all(
        fresh.slice(at, at + AT_ONCE).map(({ path, bytes }) => this.#folder.write(path, bytes)),
      );
  }

  /** A document goes where the converted file looks for it. What can't be opened there is left for the check to report. */
  async #carry(from: string, path: string): Promise<void> {
    if (this.#carried.has(path)) return;
    this.#carried.add(path);
    if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return;
    const opened = await openInside(from, path).catch(() => undefined);
    if (!opened) return;
    try {
      await this.#folder.copy(path, opened.handle, join(from, path));
    } finally {
      await opened.handle.close();
    }
  }

  /** The path of the converted file. */
  async commit(): Promise<string> {
    for (const { line, todo } of this.#kept.rest()) await this.#todo.write(todoLine(line, todo));
    this.#folder.keep();
    for (const file of [this.#converted, this.#dropped]) await file.commit();
    await (this.todoFile === null ? this.#todo.discard() : this.#todo.commit());
    return this.#converted.path;
  }

  /** `null`: nothing is left to be asked, and the file of the answers stays what it is. */
  get todoFile(): string | null {
    return this.#isMore && this.#rows === 0 ? null : this.#todo.path;
  }

  /** Sheets of earlier runs that nothing is asked in any more. */
  get outdated(): readonly string[] {
    return this.#before.filter((path) => path !== this.todoFile);
  }

  async discard(): Promise<void> {
    for (const file of [this.#converted, this.#dropped, this.#todo]) await file.discard();
    await this.#folder.discard();
  }
}

/** Files that a record names, as a check would look for them. */
function documentPaths(fields: Fields): string[] {
  const paths: string[] = [];
  for (const [path, value] of fields) {
    if (!path.startsWith('documents') || (path !== 'documents' && path['documents'.length] !== '.')) continue;
    const items: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(';') : [];
    for (const item of items) if (typeof item === 'string') paths.push(item.trim());
  }
  return paths;
}
