// Commands that only look at a ledger on Postgres that was put back from an older copy: they show it, and say that it is one.
import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

describe(`an older copy that is only looked at`, () => {
  it('is named as one by status, results and doubts, and not before it was put back', async () => {
    const own = await Company.make(server, { rows: 2 });
    await own.detach();
    const putBack = await own.keepRows();
    expect((await own.run(['work', '--until-empty'])).code).toBe(0);
    expect((await own.run(['status'])).stderr).toBe('');
    await putBack();
    for (const [words, exit] of [
      [['status'], 0],
      [['status', 'last', '--json'], 0],
      [['results', 'last'], 4],
    ] as const) {
      const { code, stderr } = await own.run(words);
      expect(code, stderr).toBe(exit);
      expect(stderr, words.join(' ')).toMatch(
        /^paybatch: warning: .* ends at entry \d+, and this host has seen entry \d+: .*\. What is shown is no proof/m,
      );
    }
    const doubts = await own.run(['doubts']);
    expect(doubts.code).toBe(2);
    expect(doubts.stderr).toContain('Put the right ledger back before you settle any row');
    expect(doubts.stderr).not.toContain('warning');
  });
});
