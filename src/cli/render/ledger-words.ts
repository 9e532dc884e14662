// Sentences about a ledger: the age of its last backup, and that its server does not respond or responds again.
import { plain, plainPath } from '../../files/plain.ts';
import { agoText } from '../../interface/instant.ts';
import { type Reach } from '../../ledger/postgres/reach.ts';
import type { BackupRecord } from '../../ledger/store/describe.ts';
import { sayOf } from '../../words/say.ts';
import { type Io } from '../io.ts';

/** Follows advice to use pg_dump. */
export const PUT_BACK =
  'After a restore from it, every host refuses the ledger until a person accepts it (--accept-ledger)';

export function backupText(last: BackupRecord | null, now: number): string {
  if (last === null) return 'never (paybatch ledger backup --to NEW makes one)';
  return `${agoText(last.at, new Date(now))}, ${plainPath(last.path)}, up to entry ${last.sequence}`;
}

const WAITS = {
  work: 'waiting without limit',
  run: 'waiting for at most 5 minutes',
} as const;

/** Prints each change once. */
export function reachReporter(io: Io, address: string, who: keyof typeof WAITS): (reach: Reach) => void {
  return ({ is, forMs, why }) => {
    const name = `paybatch: the ledger ${plain(address)}`;
    if (is === 'back') {
      const seconds = Math.max(1, Math.round(forMs / 1000));
      io.err(`${name} responds again after ${seconds} s: continuing\n`, 'warn');
      return;
    }
    const text = `${name} does not respond (${plain(sayOf(why))}): no row is sent until it does; ${WAITS[who]}\n`;
    io.err(text, 'warn');
  };
}
