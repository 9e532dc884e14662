// What decides about the rows of a run that is open to several hosts, and what writes them down again: kept with the run as it
// was submitted, so that it doesn't matter what a host's own flags and config say.
import { DEFAULT_PROFILE, type Profile } from '../../interface/profile.ts';
import type { Submission } from '../../ledger/ledger.ts';

export interface RunShape {
  readonly profile: Profile;
  readonly quote: boolean;
  readonly timeoutMs: number;
  readonly haltAfter: number;
  readonly maxInDoubt: number;
  readonly useDeveloperFunds: boolean;
  /** The ledger's height before rows were compared with earlier payments; `null`: whatever looks like one is meant. */
  readonly alikeSince: number | null;
  /** Whether payments under other references count, too. */
  readonly alikeReferenced: boolean;
  /** The plan that the run is held to, which the ledger has. */
  readonly plan: { readonly id: string; readonly name: string; readonly drift: string } | null;
  /** How the file was read and its rows judged (submitted-settings.ts). */
  readonly reading: Readonly<Record<string, string>>;
  /** The documents folder, relative to the file's. */
  readonly documents: string;
  /** What the file comes to, by currency. */
  readonly totals: Readonly<Record<string, string>>;
  /** For the retry file: the header as it stands in the input, and how its lines end. */
  readonly header: string;
  readonly footer: string;
  readonly lineEnd: string;
  readonly delimiter: string;
  /** Rows are tied to what they are by another column in the retry file. */
  readonly tied: boolean;
  readonly blankAtEnd: number;
  readonly blankBetween: number;
}

/** Every cast trusts what {@link RunShape} was written as. */
export function shapeOf({ settings }: Pick<Submission, 'settings'>): RunShape {
  const shape = settings as unknown as RunShape;
  return { ...shape, profile: { ...DEFAULT_PROFILE, ...shape.profile } };
}
