// The sandbox command with a flag and with the config file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';

it.each(['2026-02-30', 'soon', '2026-10-31T25:00:00Z'])('sandbox refuses --clock %s', async (clock) => {
  const io = fakeIo(folder());
  expect(await program(['sandbox', '--clock', clock], io)).toBe(2);
  expect(io.said.err).toContain(`--clock ${clock}: expected a date that exists`);
});

it('sandbox serves the old endpoints until the cutoff year of the profile', async () => {
  const at = folder();
  writeFileSync(join(at, 'paybatch.config.json'), '{"profile":{"cutoffYear":2027}}');
  let stop: () => void = () => undefined;
  const started = new Promise<string>((resolve) => {
    const io = fakeIo(
      at,
      {},
      {
        onSignal: (listener) =>
          (stop = () => {
            listener('SIGTERM');
          }),
      },
    );
    const { out } = io;
    void program(['sandbox', '--json', '--clock', '2027-01-15'], {
      ...io,
      out: (text) => {
        out(text);
        resolve((JSON.parse(text) as { url: string }).url);
      },
    });
  });
  const url = await started;
  const answer = await fetch(`${url}/api/v1/current-tenant/balances`);
  // 401: the endpoint exists and needs a token. After the cutoff it would not exist.
  expect(answer.status).toBe(401);
  stop();
});
