// What makes a change of a plan show before anybody has signed it: a digest of all the rest of it, in itself. No proof against
// somebody who computes it anew, which is what signatures are for.
import { hash } from 'node:crypto';

import { canonicalJson } from './canonical.ts';

/** SHA-256 over the plan's format and all its members but this digest, as RFC 8785 writes them. */
export const planDigestOf = (format: string, plan: object): string =>
  hash('sha256', canonicalJson({ format, plan: { ...plan, planDigest: undefined } }));

/** The plan with its digest, in place of one that it may have. */
export const withPlanDigest = <Plan extends object>(
  format: string,
  plan: Plan,
): Plan & { planDigest: string } => ({ ...plan, planDigest: planDigestOf(format, plan) });
