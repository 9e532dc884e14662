// Rows in doubt of all runs, named at the end of every run: those of other runs are nobody's otherwise.
import { existsSync } from 'node:fs';

import { PaybatchError } from '../../../errors.ts';
import type { Contradiction } from '../../../ledger/ledger.ts';
import type { RunArgs } from '../../definitions/pay.ts';
import type { Io } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { contradictionsText, reminder } from '../../render/advice.ts';
import type { StoryName } from '../../render/summary.ts';
import { Settings } from '../../settings.ts';

interface Ending {
  readonly mode: StoryName;
  readonly args: Pick<RunArgs, 'sandbox'>;
  readonly settings: Settings;
  readonly io: Io;
}

/** Says which rows of other runs are in doubt, whatever this one ended with. Returns how many there are of all runs. */
export async function remind({ mode, args, settings, io }: Ending, own: number): Promise<number | undefined> {
  if (mode !== 'run' || args.sandbox) return own;
  const all = await allDoubts(settings);
  if (!all) return undefined;
  const text = reminder(all.doubts, own) + contradictionsText(all.contradictions);
  if (text !== '') io.err(text, 'error');
  return all.doubts;
}

/**
 * How many rows of all runs are in doubt, where a run was refused before it came as far as its ledger. `undefined`: not
 * known; a database is not waited for.
 */
export async function doubtsThere(
  flags: Pick<RunArgs, 'config' | 'ledger' | 'sandbox'>,
  io: Io,
): Promise<number | undefined> {
  if (flags.sandbox) return 0;
  try {
    const settings = new Settings(flags, io);
    const place = settings.ledgerPlace();
    if (place.kind !== 'file') return undefined;
    return existsSync(place.path) ? (await allDoubts(settings))?.doubts : 0;
  } catch (error) {
    if (error instanceof PaybatchError) return undefined; // the settings themselves are what is wrong
    throw error;
  }
}

/** Rows in doubt of all runs: those of other runs are nobody's, unless every run names them. */
async function allDoubts(
  settings: Settings,
): Promise<{ doubts: number; contradictions: readonly Contradiction[] } | undefined> {
  try {
    return await withLedger(settings, { look: true }, async (ledger) => {
      const contradictions = await ledger.contradictions();
      return { doubts: (await ledger.doubts()).length, contradictions };
    });
  } catch (error) {
    if (error instanceof PaybatchError) return undefined; // the run itself says what is wrong with it
    throw error;
  }
}
