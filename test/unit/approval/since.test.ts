// Since when payments by others were not seen by whoever signed a plan in which payments alike are meant.
import { describe, expect, it } from 'vitest';

import { sinceOf } from '../../../src/batch/plan/alike/alike-since.ts';
import { approvedPlan } from '../../kit/plans.ts';

const LATER_MS = 270_000;

describe('what came later than a signature', () => {
  it('was seen by nobody, however far ahead the maker wrote the time of the plan', async () => {
    const one = await approvedPlan({}, '--alike-ok');
    const file = one.read();
    const signedMs = Date.parse(file.signatures[0]?.at ?? '');
    const later = new Date(Date.parse(file.plan.createdAt) + LATER_MS).toISOString();
    const given = (createdAt: string) => ({
      ...{ name: 'p', drift: '0%', judge: () => undefined },
      file: { ...file, plan: { ...file.plan, createdAt } },
    });
    expect(sinceOf({ alikeOk: true, plan: given(later) })).toBe(signedMs);
    expect(sinceOf({ alikeOk: true, plan: given(file.plan.createdAt) })).toBe(
      Date.parse(file.plan.createdAt),
    );
    expect(sinceOf({ alikeOk: false, plan: given(later) })).toBeUndefined();
  });
});
