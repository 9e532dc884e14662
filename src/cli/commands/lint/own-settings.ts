// What the linter takes from the config file. Most folders have none, and then none of its schemas is loaded: an editor
// that asks at each key waits for what is loaded.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { DEFAULT_CUTOFF_YEAR } from '../../../interface/cutoff.ts';
import type { ConfigFile } from '../../config-file.ts';
import type { Io } from '../../io.ts';
import { CONFIG_NAME } from '../../settings-table.ts';

export interface OwnSettings {
  readonly config: Pick<ConfigFile, 'lint'> | null;
  readonly profile: { readonly cutoffYear: number };
}

export async function ownSettings(
  flags: { readonly config?: string | undefined },
  io: Io,
): Promise<OwnSettings> {
  if (flags.config === undefined && !existsSync(resolve(io.cwd, CONFIG_NAME)))
    return { config: null, profile: { cutoffYear: DEFAULT_CUTOFF_YEAR } };
  const { Settings } = await import('../../settings.ts');
  return new Settings(flags, io);
}
