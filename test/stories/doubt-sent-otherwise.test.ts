// A row in doubt that comes again with another amount: what may have been paid is what was sent, and whoever looks for it in the
// dashboard looks for that. Everything that shows the row says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { inDoubt, type Place } from '../kit/in-doubt.ts';
import { numbered, payouts } from '../kit/payouts.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
const OTHER_ACCOUNT = '886313e1-3b8a-4372-9b90-0c9aee190000';

/** are in doubt, of 10.00 each; here R-1 has 110.00, R-2 another account, R-3 is as it was. */
async function again(): Promise<Place & { file: string }> {
  const one = await inDoubt();
  const [first, second, ...others] = numbered(6);
  const file = join(one.at, 'again.csv');
  writeFileSync(
    file,
    payouts([
      { ...first, receiverAmount: '110.00' },
      { ...second, 'destination.externalAccountId': OTHER_ACCOUNT },
      ...others,
    ]),
  );
  return { ...one, file };
}

it('is told by the run and its results with what was sent', async () => {
  const { say, file, at } = await again();
  const { err, code } = await say(['run', file, '--yes']);
  expect(code).toBe(3);
  expect(words(err)).toContain(
    'sent as 10.00 GBP, but this row has other content now (it differs in receiverAmount): run ',
  );
  const [, , second, third, fourth] = [
    '',
    ...readFileSync(join(at, 'again.results.csv'), 'utf8').split('\n'),
  ];
  expect(second).toContain('sent as 10.00 GBP, but this row has other content now');
  expect(third).toContain('differs in destination.externalAccountId): run ');
  expect(fourth).not.toContain('but this row has other content now');
  expect(fourth).toContain('may have sent this request: its outcome is unknown');
});

it('is shown by status and by a report as it was sent', async () => {
  const { say, file } = await again();
  await say(['run', file, '--yes']);
  const status = (await say(['status', 'last'])).out;
  expect(status).toMatch(
    /R-1 +in_doubt +10\.00 +GBP .*sent as 10\.00 GBP, but this row has other content now/,
  );
  const md = (await say(['report', 'last', '--format', 'md'])).out;
  expect(md).toMatch(/- line 2, R-1: \*\*10\.00 GBP\*\* to account .*This file has 110\.00 GBP/);
  expect(md).not.toMatch(/\*\*110\.00 GBP\*\*/);
  const html = (await say(['report', 'last', '--format', 'html'])).out;
  expect(html).toContain('<div class="sum">10.00 GBP</div>');
  expect(html).not.toContain('<div class="sum">110.00 GBP</div>');
  const { doubts } = JSON.parse((await say(['report', 'last', '--json'])).out) as {
    doubts: readonly { amount: string }[];
  };
  expect(doubts.map(({ amount }) => amount)).toEqual(['10.00', '10.00', '10.00']);
});
