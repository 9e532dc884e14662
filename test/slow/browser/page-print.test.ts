// The report's page on paper: on A4 in either direction, with margins and without, no figure breaks, no row is wider than the
// sheet, and the heads are text that is repeated. Pages are counted in the PDF that the browser makes.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { reportHtml } from '../../../src/report/report-html.ts';
import { madeUp } from '../../unit/report/made-up.ts';
import { CHROMIUM, oneBrowser, openPage, WHY_SKIPPED } from './browser.ts';

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

/** Cells of these columns that take more than one line, as the text that does. */
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
    'breaks no figure, status or line, and is as wide as the sheet: %s',
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
