// Names of files are text of others in every format.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

it('the name of a retry file is no markup in a Markdown report', async () => {
  const service = await sandbox();
  const name = '<img src=x onerror=alert(1)>.csv';
  const at = folder({ [name]: payouts([{ receiverAmount: 'x' }]) });
  const env = { ...serviceEnv(service.url), PAYBATCH_LEDGER: join(at, 'l.db') };
  await program(['run', join(at, name), '--yes'], fakeIo(at, env));
  const io = fakeIo(at, env);
  expect(await program(['report', 'last', '--format', 'md'], io)).toBe(0);
  expect(io.said.out.replace(/`[^`]*`/g, '')).not.toMatch(/(?<!\\)<img/);
});
