// A yes that is given late: what was shown has changed while the question stood, by another person or by a run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { GOOD, payouts } from '../kit/payouts.ts';
import { sentAgain } from './sent-again.ts';

const bare = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Row R-0, executed and never answered, then called not created; two terminals, the second while the first one's question stands. */
async function executed() {
  const one = await sentAgain(['rent'], [{ fail: 1 }]);
  const { say, service, folder, read, line } = one;
  const id = service.store.transfers[0]?.id ?? '';
  const [run = ''] = one.runs;
  const word = (as: readonly string[], by: string, of = run) => [
    'resolve',
    of,
    '--line',
    '2',
    '--as',
    ...as,
    '--reason',
    'seen',
    '--by',
    by,
  ];
  const created = (named: string, ...more: string[]) =>
    say([...word(['created', '--transfer-id', named], 'bob'), '--yes', ...more]);
  const asked = (args: readonly string[], meanwhile: () => Promise<unknown>) =>
    one.asked(args, async () => {
      await meanwhile();
    });
  const putBack = async () => expect((await read([line(0)], '--yes')).code).toBe(3);
  /** The nightly run, or that of a corrected file. */
  const again = async (amount = '10.00', kind?: '500-after' | '500-before') => {
    const file = join(folder, 'again.csv');
    writeFileSync(file, payouts([{ ...GOOD, reference: 'R-0', memo: 'rent', receiverAmount: amount }]));
    service.faults.clear();
    if (kind) service.faults.add({ kind, operation: 'createTransfer', first: 1 });
    const ran = await say(['run', file, '--alike-ok', '--json']);
    service.faults.clear();
    return { ...ran, runId: (JSON.parse(ran.out) as { runId: string }).runId };
  };
  return { ...one, id, word, created, asked, putBack, again, run };
}

describe('a late yes to resolve overturns nobody', () => {
  it('who has settled as created meanwhile what a statement had put back', async () => {
    const { word, asked, created, putBack, id, again, service } = await executed();
    await putBack();
    const said = await asked([...word(['not-created'], 'ann'), '--correct'], () => created(id));
    expect([said.code, bare(said.err)]).toEqual([
      2,
      expect.stringContaining(`now it is resolved as created (${id})`),
    ]);
    expect((await again()).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it('with a sheet likewise', async () => {
    const { asked, created, putBack, id, again, service, say, folder } = await executed();
    await putBack();
    const sheet = join(folder, 'd.csv');
    const [head = '', row = ''] = (await say(['doubts', '--csv'])).out.trim().split('\n');
    writeFileSync(sheet, `${head}\n${row.trim().replace(/,,,$/, ',not-created,,support said no')}\n`);
    const args = ['resolve', '--from', sheet, '--correct', '--by', 'ann'];
    const said = await asked(args, () => created(id));
    expect([said.code, said.err]).toEqual([2, expect.stringContaining('has changed since it was shown')]);
    expect((await again()).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it('who has mended a mistyped id meanwhile', async () => {
    const { word, asked, created, putBack, id, again, service } = await executed();
    await putBack();
    expect((await created('typo')).code).toBe(0);
    const said = await asked([...word(['not-created'], 'ann'), '--correct'], () => created(id, '--correct'));
    expect([said.code, said.err]).toEqual([2, expect.stringContaining('has changed since it was shown')]);
    expect((await again()).code).toBe(0);
    expect(service.store.transfers).toHaveLength(1);
  });
  it.each(['not-created', 'created'])(
    'as %s it is not about another sending than the one that was shown',
    async (as) => {
      const { word, asked, created, putBack, id, again, service, say } = await executed();
      await putBack();
      expect((await created('typo')).code).toBe(0);
      const ids = as === 'created' ? ['--transfer-id', id] : [];
      const said = await asked([...word([as, ...ids], 'ann'), '--correct'], async () => {
        await say([...word(['not-created'], 'bob'), '--yes', '--correct']);
        const sent = await again('12.00', '500-after');
        expect(sent.code).toBe(3);
        const paid = ['created', '--transfer-id', service.store.transfers[1]?.id ?? ''];
        const own = word(as === 'not-created' ? paid : ['not-created'], 'bob', sent.runId);
        expect((await say([...own, '--yes', '--sure'])).code).toBe(0);
      });
      expect([said.code, said.err]).toEqual([2, expect.stringContaining('has changed since it was shown')]);
      const { out } = await say(['status', 'last', '--json']);
      if (as === 'created') expect(out).not.toContain(id);
      else expect((await again('12.00')).code).toBe(0);
      expect(service.store.transfers).toHaveLength(2);
    },
  );
});

describe('a late yes to reconcile', () => {
  it.each(['10.00', '12.00'])('changes no doubt that a later sending made (%s)', async (amount) => {
    const { asked, again, folder, run, read, line, say } = await executed();
    await read([line(0)]);
    let later = '';
    const said = await asked(['reconcile', run, '--statement', join(folder, 's.csv')], async () => {
      later = (await again(amount, '500-after')).runId;
    });
    expect([said.code, bare(said.err)]).toEqual([
      3,
      expect.stringContaining('it is in doubt now, and somebody has changed it since'),
    ]);
    expect((await say(['doubts'])).out).toContain(later);
  });
  it('says that a row may be paid twice which a run has paid meanwhile', async () => {
    const one = await sentAgain(['rent'], [{ fail: 1, isCalled: false }]);
    const { read, line, asked, say, folder, service, runs } = one;
    await read([line(0)]);
    const word = ['--as', 'not-created', '--reason', 'no', '--yes'];
    const said = await asked(['reconcile', runs[0] ?? '', '--statement', join(folder, 's.csv')], async () => {
      expect((await say(['resolve', runs[0] ?? '', '--line', '2', ...word])).code).toBe(0);
      service.faults.clear();
      expect((await say(['run', join(folder, 'r.csv'), '--alike-ok'])).code).toBe(0);
    });
    const second = service.store.transfers[1]?.id ?? '';
    expect(bare(said.err)).toContain(
      `it is created now (${second}). If it was sent again, it may have been paid twice`,
    );
    expect(said.code).toBe(3);
  });
  it('is refused where another reading has put the row back meanwhile', async () => {
    const { asked, folder, run, read, line, putBack } = await executed();
    await read([line(0)]);
    const said = await asked(['reconcile', run, '--statement', join(folder, 's.csv')], putBack);
    expect([said.code, bare(said.err)]).toEqual([3, expect.stringContaining('it is in doubt now')]);
  });
});
