// What ledger verify prints for a person who has only the log: which time it is.
import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo, paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

describe('the last one written', () => {
  it('is the last entry, not the move of a ledger that has come from elsewhere', async () => {
    const service = await sandbox({});
    const at = folder({ 'in.csv': payouts(numbered(2)) });
    const env = { ...serviceEnv(service.url), XDG_STATE_HOME: at, PAYBATCH_LEDGER: `${at}/one.db` };
    expect((await paybatch(at, ['run', 'in.csv', '--yes'], env)).code).toBe(0);
    const before = /the last one written (.*) UTC/.exec(
      (await paybatch(at, ['ledger', 'verify'], env)).stdout,
    )?.[1];
    const later = fakeIo(at, env, { now: () => Date.now() + 3_600_000 });
    const copy = ['ledger', 'copy', '--from', `${at}/one.db`, '--to', `${at}/two.db`];
    expect(await program(copy, later), later.said.err).toBe(0);
    const two = { ...env, PAYBATCH_LEDGER: `${at}/two.db` };
    const { stdout } = await paybatch(at, ['ledger', 'verify'], two);
    expect(stdout).toContain(`4 entries, the last one written ${before} UTC, in `);
  });
});
