// What ledger verify says to a person who has only the log: which time it is, and what a head in it belongs to.
import { describe, expect, it } from 'vitest';

import { acceptancesText } from '../../src/cli/commands/ledger/acceptances-text.ts';
import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo, paybatch } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const HEAD = 'dab64df7451ad85d60738fd2f68af238b6e53ce9ed5531f994350457a0791338';
const ID = '055dadfa-649b-4e5c-b19a-fbc55df0873b';
const accepted = (reason: string): string =>
  acceptancesText([{ at: new Date('2026-11-26T08:30:00Z'), reason, sequence: 5, markSequence: null }]);

describe('an acceptance', () => {
  it('says what the heads are that it ends with', () => {
    const said = accepted(
      `ledger_witness: in.results.csv was written with another copy. Rows could be sent twice ${HEAD}`,
    );
    expect(said).toMatch(
      /: ledger_witness: in\.results\.csv .*Rows could be sent twice\. The refused file has the head dab64df/,
    );
    expect(accepted(`ledger_witness: twice ${HEAD} ${ID}`)).toContain(
      `twice. The refused file has the heads ${HEAD}, ${ID}\n`,
    );
    expect(accepted(`ledger_timeline: is on timeline 2`)).toMatch(/: ledger_timeline: is on timeline 2\n$/);
  });
});

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
