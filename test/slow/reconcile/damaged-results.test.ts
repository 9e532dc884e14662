// Results beside the input that a spreadsheet or a power cut has left in another form: witnesses all the same.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';

import { place } from '../../kit/in-doubt.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { sandbox } from '../../kit/sandbox.ts';

const ROWS = numbered(3).map((row, i) => ({ ...row, reference: `Rück-${i}` }));
const FILE = payouts(ROWS);

/** What is made of the results between two nights. */
const DAMAGE: Record<string, (text: string) => Buffer> = {
  'saved by a German spreadsheet': (text) =>
    iconv.encode(text.replaceAll(',', ';').replaceAll('\n', '\r\n'), 'windows-1252'),
  'saved with tabs, in a code page': (text) => iconv.encode(text.replaceAll(',', '\t'), 'windows-1252'),
  'with a block of zeros behind them': (text) => Buffer.concat([Buffer.from(text), Buffer.alloc(512)]),
  'with half a character of UTF-16 at the end': (text) =>
    Buffer.concat([iconv.encode(text, 'utf-16le', { addBOM: true }), Buffer.from([65])]),
};

async function paid() {
  const service = await sandbox();
  const { at, say } = await place(service);
  writeFileSync(join(at, 'in.csv'), FILE);
  const run = (...more: string[]) => say(['run', join(at, 'in.csv'), ...more]);
  const ledger = (): string[] => readdirSync(at).filter((name) => /^l\.db/.test(name));
  const lose = (): void => ledger().forEach((name) => rmSync(join(at, name)));
  const damage = (how: (text: string) => Buffer): void => {
    const results = join(at, 'in.results.csv');
    writeFileSync(results, how(readFileSync(results, 'utf8')));
  };
  return { service, at, run, ledger, lose, damage };
}

describe.each(Object.entries(DAMAGE))('results %s', (_, how) => {
  it('refuse a new ledger, and are left as they are', async () => {
    const { service, at, run, lose, damage } = await paid();
    expect(await run()).toMatchObject({ code: 0 });
    lose();
    damage(how);
    const before = readFileSync(join(at, 'in.results.csv'));
    expect(await run()).toMatchObject({
      code: 2,
      err: expect.stringContaining("this ledger doesn't know it") as string,
    });
    expect(service.store.transfers).toHaveLength(3);
    expect(readFileSync(join(at, 'in.results.csv')).equals(before)).toBe(true);
  });

  it('hold rows back where an older ledger is accepted', async () => {
    const { service, at, run, ledger, lose, damage } = await paid();
    await run('--dry-run');
    writeFileSync(join(at, 'in.csv'), payouts([{ ...ROWS[0], reference: 'first' }]));
    await run();
    const kept = ledger();
    for (const name of kept) copyFileSync(join(at, name), join(at, `kept-${name}`));
    writeFileSync(join(at, 'in.csv'), FILE);
    await run('--alike-ok');
    const before = service.store.transfers.length;
    lose();
    for (const name of kept) copyFileSync(join(at, `kept-${name}`), join(at, name));
    damage(how);
    await run('--accept-ledger');
    expect(service.store.transfers).toHaveLength(before);
  });
});

it('results that are no CSV from some line on refuse, with the line and what to do, until that is accepted', async () => {
  const { service, run, lose, damage } = await paid();
  await run();
  lose();
  damage((text) => Buffer.from(`${text.split('\n', 1)[0]}\n1,"never closed`));
  const refused = await run();
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/in\.results\.csv:2: a quote .* can't be told.*Put the results back/s);
  expect(service.store.transfers).toHaveLength(3);
});
