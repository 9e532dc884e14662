// What is said of a ledger's server that went away while a process waits for it, and of its return.
import { plain } from '../../files/plain.ts';
import type { Reach } from '../../ledger/postgres/reach.ts';
import type { Io } from '../io.ts';

const WAITS = {
  work: 'waiting without limit',
  run: 'waiting for at most 5 minutes',
} as const;

/** Each once. Whoever is told of trouble alone hears of what lasts. */
export function sayingReach(io: Io, address: string, who: keyof typeof WAITS): (reach: Reach) => void {
  let lasted = false;
  return ({ is, forMs, why }) => {
    const name = `paybatch: the ledger ${plain(address)}`;
    if (is === 'back') {
      const seconds = Math.max(1, Math.round(forMs / 1000));
      io.err(`${name} responds again after ${seconds} s: continuing\n`, lasted ? 'error' : 'warn');
      lasted = false;
      return;
    }
    if (is === 'lasting' && io.troubleOnly !== true) return;
    lasted = is === 'lasting';
    const text = `${name} does not respond (${plain(why)}): no row is sent until it does; ${WAITS[who]}\n`;
    io.err(text, lasted ? 'error' : 'warn');
  };
}
