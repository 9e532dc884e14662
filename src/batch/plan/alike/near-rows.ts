// What becomes of rows near a doubt, once the whole file is known: for whoever counts beforehand what a run would send.
import type { Keyed } from './comparing.ts';
import type { Resemblance } from './resemblance.ts';

/** By their places in the file. */
export interface NearRows {
  /** They may be what is in doubt once more: not sent. */
  readonly held: ReadonlySet<number>;
  /** Held as soon as rows before them are paid. */
  readonly rivals: ReadonlySet<number>;
}

/** `rows`: those of which `mayHold` was true. */
export async function nearRows(
  rows: readonly Keyed[],
  resemblance: Pick<Resemblance, 'held' | 'rivals'> | undefined,
): Promise<NearRows> {
  if (!resemblance) return { held: new Set(), rivals: new Set() };
  const held = new Set((await resemblance.held(rows)).keys());
  const rivals = await resemblance.rivals(rows.filter(({ key }) => !held.has(key.sequence)));
  return { held, rivals: new Set(rivals.keys()) };
}
