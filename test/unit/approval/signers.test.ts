// ledger verify EXPORT says who signed the plan in it, and whether the config at hand knows the key: an export brings its own keys.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { approvedPlan } from '../../kit/plans.ts';

it('an export says whose keys signed it, as far as the config here knows', async () => {
  const one = await approvedPlan();
  expect((await one.run()).code).toBe(0);
  const zip = join(one.at, 'e.zip');
  expect((await one.say(['ledger', 'export', 'last', '--out', zip])).code).toBe(0);
  const verify = async () => {
    const { code, out } = await one.say(['ledger', 'verify', zip]);
    expect(code).toBe(0);
    return out.replaceAll(/\s+/g, ' ');
  };
  const approver = async () => {
    const { out } = await one.say(['ledger', 'verify', zip, '--json']);
    const { signers } = JSON.parse(out) as { signers: Record<string, unknown>[] };
    expect(signers).toMatchObject([{ name: 'Ada', rejected: null }]);
    return signers[0]?.['approver'];
  };
  expect(await approver()).toBe('Ada');
  expect(await verify()).toMatch(/Signed as "Ada" by the key [0-9a-f]{16}, Ada in the config here/);
  one.people.delete('Ada');
  one.configure({});
  expect(await verify()).toMatch(/by the key [0-9a-f]{16}, WHICH IS NONE OF THE APPROVERS' in the config/);
  expect(await approver()).toBe(null);
  one.people.clear();
  one.configure({});
  expect(await verify()).toContain('of which the config here knows nothing');
});
