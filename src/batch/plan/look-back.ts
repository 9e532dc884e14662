// The ledger behind a command that only reads it (check --history, quote, funds), and what it knows of the file.
import type { FileHandle } from 'node:fs/promises';

import { hashFile } from '../../files/bytes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Hold } from '../input/control.ts';
import type { FileSettings } from '../input/settings.ts';
import { KnownFile } from './known-file.ts';
import { HistoryChecks, isOff } from './payment-history/checks.ts';

type Settings = FileSettings & { readonly clock: { now(): number } };

/** `undefined` without a ledger. Errors: LedgerError. */
export async function knownFile(
  handle: FileHandle,
  settings: Settings,
  hold: Hold,
): Promise<KnownFile | undefined> {
  const ledger = await settings.history?.look?.();
  if (!ledger) return undefined;
  hold(() => ledger.close());
  return knownIn(ledger, handle, settings);
}

/** Errors: LedgerError. */
export async function knownIn(ledger: Ledger, handle: FileHandle, settings: Settings): Promise<KnownFile> {
  const { history } = settings;
  return KnownFile.of(handle, settings, {
    ...{ ledger, runId: '', fileHash: await hashFile(handle), alikeDays: history?.alikeDays },
    historyChecks: history && !isOff(history) ? new HistoryChecks(ledger, history) : undefined,
  });
}
