// The report's page in a real browser: it runs only its own script, fetches nothing and is accessible. Its download is
// the same CSV that the command writes.
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { reportHtml } from '../../../src/report/report-html.ts';
import { reportCsv } from '../../../src/report/row.ts';
import { verbatim } from '../../kit/words.ts';
import { HOSTILE, madeUp } from '../../unit/report/made-up.ts';
import { CHROMIUM, expectAccessible, ONE_LOOK, oneBrowser, openPage, WHY_SKIPPED } from './browser.ts';

async function whole(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}
const pageOf = (...args: Parameters<typeof madeUp>): Promise<string> => whole(reportHtml(madeUp(...args)));

describe.skipIf(CHROMIUM === undefined)(`the report's page${WHY_SKIPPED}`, () => {
  const browser = oneBrowser();

  it('passes axe: mixed rows, only rows in doubt, no rows, customers, hostile warnings', async () => {
    await expectAccessible(browser(), await pageOf(30));
    await expectAccessible(browser(), await pageOf(7, () => ({ status: 'in_doubt', paid: 'no' })), ONE_LOOK);
    await expectAccessible(browser(), await pageOf(0), ONE_LOOK);
    await expectAccessible(
      browser(),
      await pageOf(4, () => ({ currency: '', amount: '' }), 'customers'),
      ONE_LOOK,
    );
    const first = HOSTILE.map((text, at) => ({
      line: at + 2,
      field: 'memo',
      value: 'x',
      message: verbatim(text),
    }));
    const warned = { count: 99, first: [...first, ...first] };
    const made = madeUp(3);
    await expectAccessible(
      browser(),
      await whole(reportHtml({ ...made, facts: { ...made.facts, warned } })),
      ONE_LOOK,
    );
  }, 240_000);

  it('shows hostile text of a row as text, runs none of it, and fetches nothing', async () => {
    const { page, trouble } = await openPage(browser(), await pageOf(HOSTILE.length * 2));
    const shown = await page.locator('#rows tbody tr td:nth-child(3)').allTextContents();
    expect(shown.slice(0, HOSTILE.length)).toEqual(HOSTILE.map((name) => name.replace('\u202e', '')));
    await page.locator('#rows th button', { hasText: 'Payee' }).click();
    await page.locator('input[type=search]').fill('<img');
    expect(await page.locator('#rows tbody tr').count()).toBe(2);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(trouble).toEqual([]);
  });

  it('refuses a script that is not its own', async () => {
    const html = (await pageOf(3)).replace('</main>', '<script>window.pwned=1</script></main>');
    const { page, trouble } = await openPage(browser(), html);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(trouble.join()).toContain('Content Security Policy');
  });

  it('lists rows in doubt above all rows, with commands to copy', async () => {
    const { page } = await openPage(browser(), await pageOf(7, () => ({ status: 'in_doubt', paid: 'no' })));
    const [doubts, rows] = await Promise.all(
      ['#doubts', '#rows'].map((id) => page.locator(id).boundingBox()),
    );
    expect(doubts?.y).toBeLessThan(rows?.y ?? 0);
    expect(await page.locator('#doubts code').first().textContent()).toContain('paybatch reconcile');
    expect(await page.locator('#paid-0').textContent()).toBe(
      'paybatch resolve run-1 --line 2 --reason "..." --as created --transfer-id TRANSFER_ID',
    );
    await page.locator('button.copy').first().click();
    // The clipboard may take some time.
    await page.locator('button.copy', { hasText: /^(Copied|Selected)$/ }).waitFor();
  });

  it('sorts by a header with the keyboard, and sets aria-sort', async () => {
    const { page } = await openPage(browser(), await pageOf(260));
    const amount = page.locator('#rows th', { hasText: 'Amount' });
    await amount.locator('button').focus();
    await page.keyboard.press('Enter');
    expect(await amount.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    expect(await amount.getAttribute('aria-sort')).toBe('descending');
    expect(await page.locator('#rows th[aria-sort=none]').count()).toBe(5);
    const first = (await page.locator('#rows tbody tr td:nth-child(4)').allTextContents()).slice(0, 40);
    const values = first.map((text) => Number(text.replace(/[^0-9.]/g, '')));
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('shows amounts with the decimals of their currencies, before and after sorting', async () => {
    const some = [
      { amount: '1250.5', currency: 'GBP' },
      { amount: '184000', currency: 'JPY' },
      { amount: '7', currency: 'constructor' },
      { amount: '', currency: 'EUR' },
    ];
    const { page } = await openPage(browser(), await pageOf(4, (at) => some[at] ?? {}));
    const shown = (): Promise<string[]> => page.locator('#rows tbody tr td:nth-child(4)').allTextContents();
    const whole = ['1,250.50 GBP', '184,000 JPY', '7 constructor', 'EUR'];
    expect(await shown()).toEqual(whole);
    await page.locator('#rows th button', { hasText: 'Line' }).click();
    expect(await shown()).toEqual([...whole].reverse());
  });

  it('searches only the columns that it shows', async () => {
    const { page } = await openPage(browser(), await pageOf(60, (at) => ({ payee: `Supplier ${at % 40}` })));
    const after = async (typed: string): Promise<string | null> => {
      await page.locator('input[type=search]').fill(typed);
      await page.locator('#shown', { hasText: typed === '' ? /^60/ : / of / }).waitFor();
      return page.locator('#shown').textContent();
    };
    for (const hidden of ['run-1', 'pay.example', 'customerId-3']) {
      expect(await after(hidden)).toMatch(/^0 of 60 rows/);
      await after('');
    }
    expect(await after('Supplier 33')).toBe('1 of 60 rows');
    expect(await after('INV-000007')).toBe('1 of 60 rows');
  });

  it('downloads the rows that it shows, as the command writes them', async () => {
    const report = madeUp(260);
    const { page, trouble } = await openPage(browser(), await whole(reportHtml(report)));
    const download = async (): Promise<string> => {
      const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#download')]);
      return readFileSync(await saved.path(), 'utf8');
    };
    expect(await download()).toBe(await whole(reportCsv(report, report.columns, () => true)));
    await page.locator('#rows select').selectOption('rejected');
    expect(await page.locator('#shown').textContent()).toMatch(/^\d+ of 260 rows$/);
    const rejected = await whole(reportCsv(report, report.columns, ({ status }) => status === 'rejected'));
    expect(await download()).toBe(rejected);
    expect(rejected).toContain(`"'=HYPERLINK(""https://evil.example"",""click"")"`);
    expect(trouble).toEqual([]);
  });

  it('shows all rows without scripts', async () => {
    const { page } = await openPage(browser(), await pageOf(900), { javaScriptEnabled: false });
    expect(await page.locator('#rows tbody tr').count()).toBe(900);
    expect(await page.locator('#download').isVisible()).toBe(false);
  });

  it('finds one of 50,000 rows, and still contains all of them for printing', async () => {
    const { page } = await openPage(browser(), await pageOf(50_000));
    expect(await page.locator('#rows tbody tr').first().isVisible()).toBe(true);
    await page.locator('input[type=search]').fill('INV-049999');
    await page.locator('#shown', { hasText: '1 of 50,000 rows' }).waitFor({ timeout: 20_000 });
    await page.locator('input[type=search]').fill('');
    await page.locator('#shown', { hasText: /^50,000 rows/ }).waitFor({ timeout: 20_000 });
    expect(await page.locator('#rows tbody tr').count()).toBe(50_000);
  }, 90_000);
});

// The report's page as it is printed, on A4 in portrait and landscape, with and without margins. No figure breaks over
// two lines, no row is wider than the sheet, and the headers are plain text.

const NAMES = ['Harbour Lane Ltd', 'Müller Büromöbel Handelsgesellschaft mbH & Co. KG'];

async function htmlOf(count: number): Promise<string> {
  const made = madeUp(count, (at) => ({
    payee: NAMES[at % 2] ?? '',
    reference: `INV-2026-${String(at).padStart(6, '0')}`,
    amount: at % 9 === 1 ? '17527927.86' : '1250.5',
    ...(at % 13 === 4 ? { status: 'in_doubt', paid: 'no', errorMessage: 'no answer came: timeout' } : {}),
  }));
  let html = '';
  for await (const part of reportHtml(made)) html += part;
  return html;
}

/** The texts of line, amount and status that take more than one line. */
const broken = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('#rows tbody tr')].flatMap((row) => [0, 3, 4].flatMap((at) => {
    const range = document.createRange();
    range.selectNodeContents(row.cells[at]);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return lines.size > 1 ? [row.cells[at].textContent] : [];
  }))`);

describe.skipIf(CHROMIUM === undefined)(`the report on paper${WHY_SKIPPED}`, () => {
  const browser = oneBrowser();

  it.each([
    ['portrait', 718],
    ['portrait, no margin', 794],
    ['landscape', 1047],
  ])(
    'keeps line, amount and status on one line each, and fits the sheet: %s',
    async (_, width) => {
      const { page } = await openPage(browser(), await htmlOf(120), { viewport: { width, height: 900 } });
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await broken(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const heads = await page.evaluate(
        `[...document.querySelectorAll('#rows th')].map((th) => getComputedStyle(th, '::before').content + getComputedStyle(th).display)`,
      );
      expect(heads).toContain('"Amount"table-cell');
      const shown = await page.evaluate(
        `[getComputedStyle(document.querySelector('#rows tbody tr')).breakInside, getComputedStyle(document.querySelector('#totals tbody tr')).display, getComputedStyle(document.body).color]`,
      );
      expect(shown).toEqual(['avoid', 'table-row', 'rgb(0, 0, 0)']);
    },
    60_000,
  );
});
