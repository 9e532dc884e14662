// What check, quote, run and funds get to know of the file. A type.
import type { FileKind } from '../../interface/file-kind.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Guards } from './guards.ts';
import type { HistorySettings } from './history-settings.ts';
import type { Imports } from './imports/imports.ts';

export interface FileSettings {
  readonly file: string;
  readonly results: string;
  readonly kind?: FileKind | undefined;
  readonly delimiter?: string | undefined;
  readonly imports?: Imports | undefined;
  readonly profile: Profile;
  readonly useDeveloperFunds: boolean;
  readonly documentsDir: string;
  readonly batchId?: string | undefined;
  readonly guards: Guards;
  /** Checks across runs; none without it. */
  readonly history?: HistorySettings | undefined;
}
