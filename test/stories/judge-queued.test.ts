// What a host says of queued runs that it sends on the word of the host that submitted them: it looks at each every second.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { queuedCheck } from '../../src/cli/approval.ts';
import { Settings } from '../../src/cli/settings.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { approvedPlan } from '../kit/plans.ts';

it('that this host has no approvers is said once of each run, however often it is looked at', async () => {
  const { service, at, read } = await approvedPlan();
  const said: string[] = [];
  const settings = new Settings({}, fakeIo(folder(), serviceEnv(service.url)));
  const judge = queuedCheck(settings, (text) => said.push(text));
  const plan = { name: join(at, 'p.plan'), file: read(), kept: [] };
  for (const runId of ['first', 'first', 'second', 'first'])
    judge({ runId, file: 'in.csv', totals: {}, plan });
  expect(said.map((text) => text.split(' ')[1])).toEqual(['first', 'second']);
  expect(said[0]).toContain('This host has no approvers');
});
