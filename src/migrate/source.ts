// The source of a migration, for each format: csv.ts and json.ts. Types only.
import type { FileKind } from '../interface/file-kind.ts';
import type { Profile } from '../interface/profile.ts';
import type { Message, Say } from '../message.ts';
import type { Answers } from './side-files.ts';
import type { RecordFields, StepSettings } from './step.ts';

export interface MigrateSettings {
  readonly file: string;
  /** `null`: changes are counted, and nothing is written. */
  readonly out: string | null;
  readonly kind?: FileKind | undefined;
  readonly delimiter?: string | undefined;
  readonly profile: Profile;
  readonly amountIsReceiverAmount: boolean;
  readonly answers: Answers;
  /** Real paths of todo files that keep their content: the given ones, and those of other inputs. */
  readonly leftAlone: ReadonlySet<string>;
  /** For the todo file. */
  readonly say: Say;
}

/** A file's records and how they are written back. */
export interface MigrationSource {
  readonly kind: FileKind;
  readonly shape: 'csv' | 'json';
  /** Of the header or of the first record. */
  readonly paths: readonly string[];
  /** The text before the first record, and after the last. */
  readonly before: string;
  readonly after: (records: number) => string;
  /** In batches: waiting for each record would take longer than the record. */
  readonly records: AsyncIterable<readonly SourceRecord[]>;
  readonly write: (fields: RecordFields, index: number) => string;
  readonly toValue: (field: string, text: string) => unknown;
  /** Whether the new file has a place for a field. */
  readonly holds: (field: string) => boolean;
}

/** What is the same for all records of a file. */
export interface RecordContext extends StepSettings, Pick<MigrationSource, 'kind' | 'toValue' | 'holds'> {
  /** Whether this document exists. */
  readonly hasDocument: (path: string) => boolean;
}

export interface SourceRecord {
  readonly line: number;
  readonly fields: RecordFields;
  /** Why the record can't be read. `raw`: its text. */
  readonly unreadable?: Message;
  readonly raw?: string;
}
