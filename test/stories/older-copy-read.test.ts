// Commands that only look at a ledger in a file that was put back from an older copy: they show it, and say that it is one.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

const LOOKS = [['status'], ['status', 'last', '--json'], ['report', 'last', '--format', 'md']];

async function place() {
  const service = await sandbox();
  const at = folder({ 'one.csv': payouts(numbered(2)), 'two.csv': payouts(numbered(3)) });
  const ledger = join(at, 'l.db');
  const env = { ...serviceEnv(service.url), PAYBATCH_LEDGER: ledger };
  const said = async (words: readonly string[]) => {
    const io = fakeIo(at, env);
    return { code: await program(words, io), out: io.said.out, err: io.said.err };
  };
  return { at, ledger, said };
}

describe('an older copy of a ledger in a file', () => {
  it('is shown by status and report, which say in one line that it is one', async () => {
    const { at, ledger, said } = await place();
    expect((await said(['run', join(at, 'one.csv')])).code).toBe(0);
    copyFileSync(ledger, `${ledger}.backup`);
    expect((await said(['run', join(at, 'two.csv'), '--alike-ok'])).code).toBe(0);
    for (const words of LOOKS) expect((await said(words)).err, words.join(' ')).not.toContain('warning');
    copyFileSync(`${ledger}.backup`, ledger);
    for (const words of LOOKS) {
      const { code, out, err } = await said(words);
      expect(code, err).toBe(0);
      expect(out, words.join(' ')).not.toBe('');
      expect(err.match(/^paybatch: warning: .*$/gm), words.join(' ')).toEqual([
        expect.stringMatching(
          /ends at entry \d+, but its high-water mark has seen entry \d+: .* Rows that were paid since then would be paid again\. What is shown may be incomplete: restore the right ledger/,
        ),
      ]);
    }
    const doubts = await said(['doubts']);
    expect(doubts.code).toBe(2);
    expect(doubts.err).toContain('Restore the right ledger before you resolve any row');
    expect(doubts.err).not.toContain('warning');
  });
});
