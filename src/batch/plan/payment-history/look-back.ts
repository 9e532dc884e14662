// The ledger behind a story that has none of its own, and the checks across runs that it allows. Nothing is written into it.
import type { Ledger } from '../../../ledger/ledger.ts';
import type { HistorySettings } from '../../input/history-settings.ts';
import type { Hold } from '../../input/releasing.ts';
import { HistoryChecks, isOff } from './checks.ts';

/** The ledger that such a story looks into. */
export async function ledgerBehind(
  settings: HistorySettings | undefined,
  hold: Hold,
): Promise<Ledger | undefined> {
  const ledger = await settings?.look?.();
  if (ledger) hold(() => ledger.close());
  return ledger;
}

export function checksIn(
  ledger: Ledger | undefined,
  settings: HistorySettings | undefined,
): HistoryChecks | undefined {
  return ledger && settings && !isOff(settings) ? new HistoryChecks(ledger, settings) : undefined;
}
