// Settings of the commands that call the service.
import type { ClientOptions } from '../../client/client.ts';
import type { Clock } from '../../client/clock.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import type { CheckQueued, GivenPlan } from '../approved-plan/approved-plan.ts';
import type { FileSettings } from '../input/settings.ts';

export interface ClientSettings {
  readonly client: Omit<ClientOptions, 'profile' | 'concurrency'>;
  readonly profile: Profile;
  readonly concurrency: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** For commands that create nothing. */
export interface ServiceSettings extends FileSettings, ClientSettings {
  readonly haltAfter: number;
  /** Base address and client, in the one spelling under which the ledger keeps them. */
  readonly environment: string;
}

export interface LiveSettings extends ServiceSettings {
  readonly retry: string;
  readonly openLedger: () => Ledger | Promise<Ledger>;
  readonly quote: boolean;
  /** Refuses unless the developer's balance covers the rows that it funds. */
  readonly requireFunds: boolean;
  /** The run stops at this many rows in doubt. */
  readonly maxInDoubt: number;
  /** --accept-ledger. */
  readonly acceptLedger: boolean;
  /** --alike-ok: possible duplicates are sent. */
  readonly alikeOk: boolean;
  /** Rows under other references are compared with payments of this many days; 0: never. */
  readonly alikeDays: number;
  /** The plan that the run must follow. Its signatures were checked. */
  readonly plan?: GivenPlan | undefined;
  /** `major.minor` of this program: on a ledger of several hosts, it takes rows of its version only. */
  readonly version?: string | undefined;
  readonly checkQueued?: CheckQueued | undefined;
  /** Queues the rows for other hosts, and sends nothing. */
  readonly detach?: boolean | undefined;
  /** Why these totals (currency -> total) need an approved plan; `undefined` if they need none. */
  readonly needsApproval?: ((totals: Readonly<Record<string, string>>) => Message | undefined) | undefined;
}
