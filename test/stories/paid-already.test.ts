// A file that is paid: whoever only looks at it is told so.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { place, RUN } from '../kit/in-doubt.ts';
import { sandbox } from '../kit/sandbox.ts';

it('a quote of a file says how much of it is paid', async () => {
  const { at, say } = await place(await sandbox());
  const file = join(at, 'in.csv');
  expect((await say(['quote', file], {})).out).not.toContain('By the ledger');
  expect((await say(RUN(at), {})).code).toBe(0);
  const quoted = await say(['quote', file], {});
  expect(quoted.out).toContain(
    'By the ledger, 6 rows were paid by earlier runs (lines 2, 3, 4, 5, 6, ...): a run would send nothing.',
  );
  expect([quoted.code, quoted.out]).toEqual([0, expect.stringMatching(/quoted +6/)]);
});

it('a sheet of doubts in another encoding is not told of an import profile, which it has no use for', async () => {
  const { at, say } = await place(await sandbox());
  await say(RUN(at), {});
  const sheet = join(at, 'sheet.csv');
  writeFileSync(sheet, Buffer.from('run,line,as,reason\nx,1,created,gepr\xfcft\n', 'latin1'));
  const { code, err } = await say(['resolve', '--from', sheet, '--yes'], {});
  expect(code).toBe(2);
  expect(err).toContain('Save the file as "CSV UTF-8"');
  expect(err).not.toContain('profile');
});
