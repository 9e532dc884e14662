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

/**
 * The same where nothing stopped: a file of fewer rows than `--halt-after` behind a wrong address. Each refusal is one of these, and
 * nothing was paid; yet it may be about the rows.
 */
export function setUpPerhaps(
  stopped: string,
  tally: { readonly ofSetUp: number; count(status: 'rejected'): number },
  made: number,
): number {
  const { ofSetUp } = tally;
  return made === 0 && stopped === '' && ofSetUp === tally.count('rejected') ? ofSetUp : 0;
}

/** What is said of them, before anybody corrects a row. */
export const perhapsText = (rows: number): string =>
  `${rows === 1 ? 'The one refusal was' : `All ${rows} refusals were`} 403, 404 or 405, and nothing was paid: a wrong address or missing rights look like this, too. Before you correct ${rows === 1 ? 'the row' : 'the rows'}, check both (paybatch doctor).`;
