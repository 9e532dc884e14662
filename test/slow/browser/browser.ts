// A Chromium for tests of pages: the one that PAYBATCH_TEST_CHROMIUM names, or Debian's. A page is opened as a single
// file, as from a mail's attachment, and may request nothing else.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

import { folder } from '../../kit/folder.ts';

const DEBIANS = '/usr/bin/chromium';
const NAMED = process.env['PAYBATCH_TEST_CHROMIUM'] ?? '';

export const CHROMIUM = NAMED !== '' ? NAMED : existsSync(DEBIANS) ? DEBIANS : undefined;

/** Added to a test's title, so that a skipped test names what is missing. */
export const WHY_SKIPPED =
  CHROMIUM === undefined ? ' (skipped: no Chromium here; PAYBATCH_TEST_CHROMIUM names one)' : '';

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** One browser for all tests of a file. */
export function oneBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: FLAGS });
  });
  afterAll(() => browser?.close());
  return () => browser!; // beforeAll has set it
}

export interface Opened {
  readonly page: Page;
  /** Errors, console messages (such as refused scripts), dialogs, and requests for other addresses. */
  readonly trouble: string[];
}

export async function openPage(
  browser: Browser,
  html: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const path = join(folder({ 'page.html': html }), 'page.html');
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  // Other tests may use the same cores.
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  const trouble: string[] = [];
  const own = pathToFileURL(path).href;
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => trouble.push(message.text()));
  page.on('dialog', (dialog) => {
    trouble.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== own && !request.url().startsWith('blob:')) trouble.push(request.url());
  });
  await page.goto(own);
  return { page, trouble };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const AT_A_DESK = { width: 1200, colorScheme: 'light' } as const;
const ON_A_PHONE = { width: 390, colorScheme: 'dark' } as const;
type Look = Readonly<{ width: number; colorScheme: 'light' | 'dark' }>;
/** Enough for further pages of one kind. */
export const ONE_LOOK: readonly Look[] = [ON_A_PHONE];
const ALL_LOOKS: readonly Look[] = [
  AT_A_DESK,
  ON_A_PHONE,
  { ...AT_A_DESK, colorScheme: 'dark' },
  { ...ON_A_PHONE, colorScheme: 'light' },
];

/** Runs axe on a desktop and a phone, in light and dark mode. bypassCSP lets its script into the page. */
export async function expectAccessible(browser: Browser, html: string, looks = ALL_LOOKS): Promise<void> {
  for (const { width, colorScheme } of looks) {
    const viewport = { width, height: 900 };
    const { page } = await openPage(browser, html, { viewport, colorScheme, bypassCSP: true });
    await page.evaluate(AXE);
    const found = await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
    );
    expect(found, `${width} ${colorScheme}`).toEqual([]);
    expect(
      await page.evaluate('document.documentElement.scrollWidth'),
      'no sideways scrolling',
    ).toBeLessThanOrEqual(width);
  }
}
