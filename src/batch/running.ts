// What all steps of one run of a file share. Types, and the one refusal that several of them have.
import type { FileHandle } from 'node:fs/promises';

import type { Ledger } from '../ledger/ledger.ts';
import type { RunControl } from './input/control.ts';
import { Refusal } from './input/refusal.ts';
import type { RunHooks } from './results/hooks.ts';
import type { Pace } from './results/pace.ts';
import type { LedgerStamp } from './results/stamp.ts';
import type { LiveSettings } from './send/settings.ts';

/** What all steps of one run share. */
export interface Running {
  readonly settings: LiveSettings;
  readonly hooks: RunHooks;
  readonly control: RunControl;
  readonly runId: string;
  readonly startedAt: Date;
  readonly handle: FileHandle;
  readonly ledger: Ledger;
  readonly stamp: LedgerStamp;
  readonly pace: Pace;
  /** Where it was hashed already. */
  readonly fileHash?: string;
}

export function refuseChanged(file: string): never {
  throw new Refusal('changed', `${file}: the file was changed while it was checked: run again`);
}
