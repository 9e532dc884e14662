// Whether runs that hold what another one wants may be dead: their hosts have not renewed their leases since they were
// first looked at. It decides nothing; a lease that has run out does.
import type { Session } from './connections.ts';

export class StalledLeases {
  readonly #query: Session['query'];
  readonly #leases = new Map<string, number>();

  constructor(query: Session['query']) {
    this.#query = query;
  }

  /** Whether any of these runs has a lease that is as it was when it was first asked for. */
  async mayBeDead(runs: readonly string[]): Promise<boolean> {
    const found = await this.#query<{ run_id: string; lease_until: Date }>(
      'SELECT p.run_id, w.lease_until FROM presences p JOIN workers w ON w.id = p.worker WHERE p.run_id = ANY($1)',
      [runs],
    );
    return found
      .map(({ run_id: id, lease_until: lease }) => {
        const first = this.#leases.get(id) ?? lease.getTime();
        this.#leases.set(id, first);
        return first === lease.getTime();
      })
      .includes(true);
  }
}
