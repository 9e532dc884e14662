// How old the last backup is, in words.
import { plainPath } from '../../files/plain.ts';
import type { BackupRecord } from '../../ledger/sqlite/describe.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Of a ledger on Postgres, wherever pg_dump is named. */
export const PUT_BACK =
  'Put back from it, the ledger is refused by every host until a person accepts it (--accept-ledger)';

export function backupText(last: BackupRecord | null, now: number): string {
  if (last === null) return 'never (paybatch ledger backup --to NEW makes one)';
  return `${ageText(now - last.at.getTime())}, ${plainPath(last.path)}, up to entry ${last.sequence}`;
}

export function ageText(ms: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(ms / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'less than a minute ago';
}
