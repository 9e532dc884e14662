// One file through the migration: read as a stream, each record through the steps, the results written beside each other
// and put in their places at the end. The input is never touched.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';

import { AtomicFile } from '../files/atomic-file.ts';
import type { FileKind } from '../interface/file-kind.ts';
import { csvRecords } from './csv.ts';
import { jsonRecords } from './json.ts';
import { type Migrated, migrateRecord, type RecordSettings } from './record.ts';
import {
  answerKey,
  carryDocument,
  DROPPED_HEADER,
  droppedLine,
  TODO_HEADER,
  todoLine,
  writeDocument,
} from './side-files.ts';
import type { MigrateSettings, Source } from './source.ts';
import type { Fields } from './step.ts';

export interface MigrateEnd {
  readonly file: string;
  readonly kind: FileKind;
  readonly written: string | null;
  readonly records: number;
  /** Nothing is left to do by hand. */
  readonly ready: number;
  readonly waiting: number;
  readonly unreadable: number;
  /** Records that are not as they were. */
  readonly changed: number;
  readonly dropped: number;
  readonly todo: number;
  readonly documents: number;
}

export async function migrateFile(settings: MigrateSettings): Promise<MigrateEnd> {
  const source = /\.(json|ndjson|jsonl)$/i.test(settings.file)
    ? await jsonRecords(settings)
    : await csvRecords(settings);
  const sink = await Sink.open(settings);
  const end = {
    records: 0,
    ready: 0,
    waiting: 0,
    unreadable: 0,
    changed: 0,
    dropped: 0,
    todo: 0,
    documents: 0,
  };
  let index = 0;
  try {
    await sink.output(source.before);
    for await (const record of source.records) {
      end.records++;
      if (record.unreadable !== undefined) {
        end.unreadable++;
        end.todo++;
        const todo = { field: '', why: record.unreadable, value: record.raw ?? '', from: '', suggestion: '' };
        await sink.todo(todoLine(record.line, todo));
        continue;
      }
      const migrated = migrateRecord(
        source.kind,
        record.fields,
        recordSettings(settings, source, record.line),
      );
      await sink.output(source.write(migrated.fields, index++));
      await write(sink, record.line, migrated);
      end.dropped += migrated.dropped.length;
      end.todo += migrated.todo.length;
      end.documents += migrated.files.length;
      if (migrated.todo.length > 0) end.waiting++;
      else end.ready++;
      if (!same(record.fields, migrated.fields)) end.changed++;
    }
    await sink.output(source.after(index));
    const written = await sink.commit();
    return { file: settings.file, kind: source.kind, written, ...end };
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

function recordSettings(settings: MigrateSettings, source: Source, line: number): RecordSettings {
  return {
    shape: source.shape,
    amountIsReceiverAmount: settings.amountIsReceiverAmount,
    profile: settings.profile,
    acceptSuggestions: settings.acceptSuggestions,
    answer: (field) => settings.answers.get(answerKey(line, field)),
    toValue: source.toValue,
    holds: source.holds,
  };
}

async function write(sink: Sink, line: number, { fields, dropped, todo, files }: Migrated): Promise<void> {
  for (const one of dropped) await sink.dropped(droppedLine(line, one));
  for (const one of todo) await sink.todo(todoLine(line, one));
  for (const one of files) await sink.document(one);
  for (const path of documentPaths(fields)) await sink.carry(path);
}

/** Files that a row names, as a check would look for them. */
function documentPaths(fields: Fields): string[] {
  return [...fields].flatMap(([path, value]) => {
    if (path !== 'documents' && !path.startsWith('documents.')) return [];
    const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(';') : [];
    return items.filter((item): item is string => typeof item === 'string').map((item) => item.trim());
  });
}

function same(before: Fields, after: Fields): boolean {
  if (before.size !== after.size) return false;
  for (const [path, value] of before) if (after.get(path) !== value) return false;
  return true;
}

/** The three files of an output, or nothing at all for a look only. */
class Sink {
  readonly #files: readonly AtomicFile[];
  readonly #folder: string;
  readonly #input: string;
  readonly #carried = new Set<string>();

  private constructor(files: readonly AtomicFile[], folder: string, input: string) {
    this.#input = input;
    this.#files = files;
    this.#folder = folder;
  }

  static async open({ file, out }: MigrateSettings): Promise<Sink> {
    if (out === null) return new Sink([], '', '');
    await mkdir(out, { recursive: true });
    const extension = extname(file);
    const stem = basename(file, extension);
    const own = resolve(out) === resolve(dirname(file));
    const names = [
      own ? `${stem}.migrated${extension}` : `${stem}${extension}`,
      `${stem}.dropped.csv`,
      `${stem}.todo.csv`,
    ];
    const id = randomBytes(6).toString('hex');
    const files: AtomicFile[] = [];
    for (const name of names) files.push(await AtomicFile.create(join(out, name), id));
    await files[1]?.write(DROPPED_HEADER);
    await files[2]?.write(TODO_HEADER);
    return new Sink(files, out, dirname(file));
  }

  async output(text: string): Promise<void> {
    await this.#files[0]?.write(text);
  }

  async dropped(text: string): Promise<void> {
    await this.#files[1]?.write(text);
  }

  async todo(text: string): Promise<void> {
    await this.#files[2]?.write(text);
  }

  async document(file: Parameters<typeof writeDocument>[1]): Promise<void> {
    if (this.#files.length > 0) await writeDocument(this.#folder, file);
  }

  /** A document that a row names goes where the converted file looks for it. */
  async carry(path: string): Promise<void> {
    if (this.#files.length === 0 || this.#carried.has(path)) return;
    this.#carried.add(path);
    await carryDocument(this.#input, this.#folder, path);
  }

  /** The path of the converted file. */
  async commit(): Promise<string | null> {
    for (const file of this.#files) await file.commit();
    return this.#files[0]?.path ?? null;
  }

  async discard(): Promise<void> {
    for (const file of this.#files) await file.discard();
  }
}
