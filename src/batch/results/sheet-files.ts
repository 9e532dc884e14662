// Results and retry files are named after the workbook alone, and each sheet of it is a file of its own. The ledger remembers
// whose each of them is, so that the run of one sheet doesn't do away with what another has left.
import { resolve } from 'node:path';

import type { Clock } from '../../client/clock.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isSameSheet, sheetOf } from '../input/named-sheet.ts';
import { ledgerCall } from './ledger-call.ts';

export interface SheetFile {
  readonly path: string;
  /** Of whoever writes there now. */
  readonly runId: string;
  readonly ledger: Ledger;
}

/** A run, and the sheet that it has read. */
export interface SheetRun {
  readonly runId: string;
  readonly sheet: string;
}

/** Kept among the uploads: of both the ledger knows a name under a hash. */
const memoryKey = (path: string): string => sha256(`sheet of\0${resolve(path)}`);

/** The sheet that the run has read; empty for a text, and where an earlier release didn't keep it. */
export async function namedSheet({ ledger, runId }: Omit<SheetFile, 'path'>): Promise<string> {
  const run = await ledgerCall(() => ledger.run(runId));
  return run.ok && run.value ? sheetOf(run.value.settings).trim() : '';
}

/** The run of another sheet whose file that is; `undefined` where it is of this sheet, or none is known. */
export async function otherSheetOf({ ledger, path, runId }: SheetFile): Promise<SheetRun | undefined> {
  const writer = await ledgerCall(() => ledger.upload(memoryKey(path)));
  if (!writer.ok || writer.value === undefined) return undefined;
  const other = { runId: writer.value, sheet: await namedSheet({ ledger, runId: writer.value }) };
  return isSameSheet(other.sheet, await namedSheet({ ledger, runId })) ? undefined : other;
}

/** Where nobody ever wrote a sheet's, there is nothing to remember. */
export async function rememberSheet({ ledger, path, runId }: SheetFile, clock: Clock): Promise<void> {
  const sheet = await namedSheet({ ledger, runId });
  await ledgerCall(async () => {
    const isKnown = sheet !== '' || (await ledger.upload(memoryKey(path))) !== undefined;
    if (isKnown) await ledger.saveUpload(memoryKey(path), runId, new Date(clock.now()));
  });
}
