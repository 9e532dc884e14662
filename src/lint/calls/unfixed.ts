// A hit that --fix leaves, and why: `why` goes on after "it".
import type { Hit } from '../model/finding.ts';

export const unfixed = (hit: Hit, why: string): Hit => ({
  ...hit,
  fix: undefined,
  left: `it ${why}`,
});
