// The first reading of a file, for every command: each row is validated and, if there is a ledger, planned against it
// (known-file.ts). Sends and writes nothing.
import type { FileHandle } from 'node:fs/promises';

import type { RunControl } from '../input/control.ts';
import { type Checked, firstPass, type PassHooks } from '../input/first-pass.ts';
import type { FileSettings } from '../input/settings.ts';
import type { KnownFile } from './known-file.ts';

export interface Surveyed {
  readonly handle: FileHandle;
  readonly checked: Checked;
}

export interface SurveyedFile extends Surveyed {
  readonly known: KnownFile;
}

/** Errors: InputError, {@link Refusal}. `hooks`: rows are planned before `onRows` sees them. */
export async function survey(
  handle: FileHandle,
  settings: FileSettings,
  control: RunControl,
  known: KnownFile | undefined,
  hooks: PassHooks = {},
): Promise<Checked> {
  const checked = await firstPass(handle, settings, control, {
    ...hooks,
    onHeader: (pass, warnings) => {
      hooks.onHeader?.(pass, warnings);
      known?.begin(pass, warnings);
    },
    ...(known && { planRows: (rows, warnings) => known.planRows(rows, warnings) }),
  });
  await known?.end(checked);
  return checked;
}
