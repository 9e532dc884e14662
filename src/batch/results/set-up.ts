// Refusals that speak of address and rights before they speak of a row: where they alone stopped a run that paid nothing, its rows are
// hardly to be corrected.

export const OF_THE_SET_UP: ReadonlySet<number> = new Set([403, 404, 405]);

/** In the reason of a stop that came of these alone. */
export const ALL_OF_THE_SET_UP = 'all of them refused with 403, 404 or 405';

/** Rows of those that were refused so, which may be right. `made`: rows that this run paid or created: the address is good. */
export function rightPerhaps(
  stopped: string,
  { ofSetUp }: { readonly ofSetUp: number },
  made: number,
): number {
  return made === 0 && stopped.includes(ALL_OF_THE_SET_UP) ? ofSetUp : 0;
}
