// The developer's balances before and after a run: where rows that the developer funds end in doubt, they hint at whether
// those can have been executed. What can't be read is no hint, and no reason to stop or to wait.
import type { ServiceClient } from '../../client/client.ts';
import type { BalanceMove } from '../../ledger/ledger.ts';
import type { DeveloperSpend } from '../results/developer-spend.ts';
import { readBalances } from './balances.ts';

export class BalanceWatch {
  readonly #client: ServiceClient;
  #before: Awaited<ReturnType<typeof readBalances>> | undefined;

  constructor(client: ServiceClient) {
    this.#client = client;
  }

  /** Right before the first row is sent. */
  async begin(): Promise<void> {
    this.#before = await readBalances(this.#client);
  }

  /** When nothing is under way any more. Asks only where there is a doubt. */
  async end(spend: DeveloperSpend): Promise<readonly BalanceMove[]> {
    const before = this.#before;
    if (!before || !('of' in before) || !spend.hasDoubts) return [];
    const after = await readBalances(this.#client);
    return 'of' in after ? spend.moves(before.of, after.of) : [];
  }
}
