// What a migration reads from and writes back to, whatever the format: csv.ts and json.ts each make one. Types alone.
import type { FileKind } from '../interface/file-kind.ts';
import type { Profile } from '../interface/profile.ts';
import type { Message, Say } from '../message.ts';
import type { Answer } from './side-files.ts';
import type { RecordFields } from './step.ts';

export interface MigrateSettings {
  readonly file: string;
  /** `null` writes nothing: what would change is only counted. */
  readonly out: string | null;
  readonly kind?: FileKind | undefined;
  readonly delimiter?: string | undefined;
  readonly profile: Profile;
  readonly amountIsReceiverAmount: boolean;
  readonly answers: ReadonlyMap<string, Answer>;
  /** The todo files that these came from: they are left as they are. */
  readonly leftAlone: readonly string[];
  /** For the todo file. */
  readonly say: Say;
}

/** A file's records and how they are written back. */
export interface MigrationSource {
  readonly kind: FileKind;
  readonly shape: 'csv' | 'json';
  /** What comes before the first record, and after the last. */
  readonly before: string;
  readonly after: (records: number) => string;
  /** In batches, as they come: a wait for each record would cost more than the record. */
  readonly records: AsyncIterable<readonly SourceRecord[]>;
  readonly write: (fields: RecordFields, index: number) => string;
  readonly toValue: (field: string, text: string) => unknown;
  /** Whether the new file has a place for a field. */
  readonly holds: (field: string) => boolean;
}

export interface SourceRecord {
  readonly line: number;
  readonly fields: RecordFields;
  /** Why the record can't be read; then `raw` is all that is known of it. */
  readonly unreadable?: Message;
  readonly raw?: string;
}
