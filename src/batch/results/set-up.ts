// Refusals that may be about the address or missing rights, not about a row. If a run paid nothing and each refusal is one of these,
// a person checks the set-up before correcting rows.

const OF_THE_SET_UP: ReadonlySet<number> = new Set([403, 404, 405]);

export const isOfSetUp = (httpStatus: number | null): boolean =>
  httpStatus !== null && OF_THE_SET_UP.has(httpStatus);

/** Rows that were refused so, if nothing else happened. `made`: rows that this run paid or created: then the address is good. */
export function setUpPerhaps(
  tally: { readonly ofSetUp: number; count(status: 'rejected'): number },
  made: number,
): number {
  return made === 0 && tally.ofSetUp === tally.count('rejected') ? tally.ofSetUp : 0;
}

export const perhapsText = (rows: number): string =>
  `${rows === 1 ? 'The one refusal was' : `All ${rows} refusals were`} 403, 404 or 405, and nothing was paid: a wrong address or missing rights look like this, too. Before you correct ${rows === 1 ? 'the row' : 'the rows'}, check both (paybatch doctor). If they were wrong, the same command sends ${rows === 1 ? 'the row' : 'the rows'}.`;
