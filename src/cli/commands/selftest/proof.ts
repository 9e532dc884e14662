// What selftest found, in figures: counted by the service's own word and by what the results say. Pure.
import type { RowTold } from './lane.ts';

export interface Counted {
  readonly kills: number;
  /** What the service executed, by the memo of each transfer. */
  readonly executed: readonly string[];
  readonly told: readonly RowTold[];
}

export interface Proof {
  readonly kills: number;
  /** Executed by the service. */
  readonly transfers: number;
  /** Payouts that were executed more than once. */
  readonly twice: number;
  /** Payouts that are called paid and weren't, or that are neither paid nor in doubt. */
  readonly lost: number;
  readonly doubts: number;
  readonly control: { readonly kills: number; readonly twice: number };
  readonly durationMs: number;
  readonly exitCode: number;
}

/** `isWhole`: it was neither stopped nor kept from working. */
export function proofOf(own: Counted, control: Counted, isWhole: boolean, durationMs: number): Proof {
  const paid = timesOf(own);
  const twice = repeated(paid);
  const lost = own.told.filter(({ name, status }) => isLost(status, paid.get(name) ?? 0)).length;
  const seen = repeated(timesOf(control));
  return {
    kills: own.kills,
    transfers: own.executed.length,
    twice,
    lost,
    doubts: own.told.filter(({ status }) => status === 'in_doubt').length,
    control: { kills: control.kills, twice: seen },
    durationMs,
    exitCode: isWhole && twice === 0 && lost === 0 && seen > 0 ? 0 : 1,
  };
}

const isLost = (status: string, times: number): boolean =>
  status === 'created' ? times === 0 : status !== 'in_doubt';

function timesOf({ executed }: Counted): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of executed) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

const repeated = (times: ReadonlyMap<string, number>): number =>
  [...times.values()].filter((n) => n > 1).length;
