// What selftest found, in figures: what the service executed against what the results say. Pure.

/** How a row of a file ended; `name` is its memo, by which the service knows it. */
export interface RowEnd {
  readonly name: string;
  readonly status: string;
}

export interface KillCounts {
  readonly kills: number;
  /** The memo of each transfer that the service executed. */
  readonly executed: readonly string[];
  readonly rows: readonly RowEnd[];
  /** Why a run could not work: then this proves nothing. */
  readonly failed: string | undefined;
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

export function proofOf(
  own: KillCounts,
  control: KillCounts,
  { isStopped, durationMs }: { readonly isStopped: boolean; readonly durationMs: number },
): Proof {
  const paid = timesOf(own);
  const twice = repeated(paid);
  const lost = own.rows.filter(({ name, status }) =>
    status === 'created' ? !paid.has(name) : status !== 'in_doubt',
  ).length;
  const ofControl = repeated(timesOf(control));
  const isWhole = !isStopped && own.failed === undefined && control.failed === undefined;
  return {
    kills: own.kills,
    transfers: own.executed.length,
    ...{ twice, lost },
    doubts: own.rows.filter(({ status }) => status === 'in_doubt').length,
    control: { kills: control.kills, twice: ofControl },
    durationMs,
    exitCode: isWhole && twice === 0 && lost === 0 && ofControl > 0 ? 0 : 1,
  };
}

function timesOf({ executed }: KillCounts): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of executed) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

const repeated = (times: ReadonlyMap<string, number>): number =>
  [...times.values()].filter((n) => n > 1).length;
