// A hit that --fix leaves, and why.
import type { Hit } from '../finding.ts';

export const unfixed = (hit: Hit, why: string): Hit => ({
  ...hit,
  fix: undefined,
  evidence: [...hit.evidence, `${why}, so --fix leaves it`],
});
