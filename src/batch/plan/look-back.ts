// The ledger behind a story that has none of its own, and the checks across runs that it allows. Nothing is written into it.
import type { Ledger } from '../../ledger/ledger.ts';
import type { HistorySettings } from '../input/history-settings.ts';
import type { Hold } from '../input/releasing.ts';
import { HistoryChecks, isOff } from './habits.ts';

export function lookBack(settings: HistorySettings | undefined, hold: Hold): HistoryChecks | undefined {
  if (!settings || isOff(settings)) return undefined;
  return checksIn(ledgerBehind(settings, hold), settings);
}

/** The ledger that such a story looks into. */
export function ledgerBehind(settings: HistorySettings | undefined, hold: Hold): Ledger | undefined {
  const ledger = settings?.look?.() ?? undefined;
  if (ledger) hold(() => ledger.close());
  return ledger;
}

export function checksIn(
  ledger: Ledger | undefined,
  settings: HistorySettings | undefined,
): HistoryChecks | undefined {
  return ledger && settings && !isOff(settings) ? new HistoryChecks(ledger.history, settings) : undefined;
}
