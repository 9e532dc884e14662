// What a report says of a row in doubt is what its table of rows says: whoever looks for the payment has the payee's name and
// what it was for, and every amount has its currency's own digits, in all forms.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { reportHtml } from '../../../src/report/report-html.ts';
import { reportMarkdown } from '../../../src/report/report-markdown.ts';
import { CREATED, ids, inDoubt, type Place, place, RUN } from '../../kit/in-doubt.ts';
import { ACCOUNT, COLUMNS, numbered, payouts } from '../../kit/payouts.ts';
import { madeUp } from './made-up.ts';

const HARBOUR = 'Harbour Lane Ltd';
const XS = [...COLUMNS, 'x-payee'];
const ROWS = numbered(3).map((row, at) => ({ ...row, 'x-payee': HARBOUR, receiverAmount: `1250.${at + 1}` }));

async function named(): Promise<Place> {
  const one = await place();
  writeFileSync(join(one.at, 'in.csv'), payouts(ROWS, XS));
  expect((await one.say(RUN(one.at), {})).code).toBe(3);
  return one;
}

const doubtsOf = (html: string): string => /<section id="doubts".*?<\/section>/s.exec(html)?.[0] ?? '';

describe('a row in doubt in a report', () => {
  it('names the payee as the rows’ table does, what it was for, and its amount in full', async () => {
    const one = await named();
    const html = (await one.say(['report', 'last'])).out;
    const doubts = doubtsOf(html);
    expect(doubts).toContain('1,250.10 GBP');
    expect(doubts).toContain(HARBOUR);
    expect(doubts).toContain('for row 1');
    expect(doubts).toContain(ACCOUNT);
    expect(html).toContain('<td role="cell" class="r">1,250.10 GBP</td>');
    const md = (await one.say(['report', 'last', '--format', 'md'])).out;
    expect(md).toContain(`**1,250.10 GBP** to ${HARBOUR}, account ${ACCOUNT}, for row 1, `);
    const { out } = await one.say(['report', 'last', '--format', 'json']);
    expect((JSON.parse(out) as { doubts: unknown[] }).doubts[0]).toMatchObject({
      ...{ payee: HARBOUR, memo: 'row 1', amount: '1250.1' },
    });
  });

  it('names nobody twice where the table has nothing but an account', async () => {
    const one = await inDoubt();
    expect(doubtsOf((await one.say(['report', 'last'])).out).split(ACCOUNT)).toHaveLength(4);
    expect((await one.say(['report', 'last', '--format', 'md'])).out).toContain(`to account ${ACCOUNT}, for`);
  });

  it('has the digits of its currency in every sentence that sums', async () => {
    const one = await named();
    await one.say([...CREATED(ids(one)[0] ?? '', 'seen'), '--by', 'ada']);
    for (const format of ['md', 'html']) {
      const { out } = await one.say(['report', 'last', '--format', format]);
      expect(out).toMatch(/1 row, 1,250\.10 GBP, is paid according to a person('|&#39;)s resolution\./);
    }
    const posted = await one.say(['report', 'last', '--format', 'csv', '--columns', 'remittance']);
    expect(posted.out).toContain('1250.10 GBP for row 1');
  });

  it('has them in the totals that are of more than the report’s own rows', () => {
    const made = madeUp(2);
    const part = {
      ...{ ...made, run: { ...made.run, rows: 9 } },
      facts: { ...made.facts, totals: { GBP: '1250.5' } },
    };
    expect(reportMarkdown(part)).toContain('the whole file comes to 1,250.50 GBP.');
    const odd = { ...made, facts: { ...made.facts, totals: { GBP: '1250.5', EUR: '37.5' } } };
    expect(reportMarkdown(odd)).toContain('the file has 1,250.50 GBP, the ledger 0.50');
  });
});

it('says of the totals what they add up to, so that nobody takes it for a footer’s', async () => {
  const made = madeUp(2);
  const whole = { ...made, facts: { ...made.facts, totals: { GBP: '0.50', EUR: '37.50' } } };
  let html = '';
  for await (const part of reportHtml(whole)) html += part;
  expect(html).toContain('the sum of the file’s rows');
  expect(html).not.toContain('own total');
});
