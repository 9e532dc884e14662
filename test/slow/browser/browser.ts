// A Chromium for tests of pages: the one that PAYBATCH_TEST_CHROMIUM names, or Debian's. Pages are opened as from a
// mail's attachment: a file of their own, and nothing else may be asked for.
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

/** Behind a test's name, so that a skip says what is missing. */
export const WHY_SKIPPED =
  CHROMIUM === undefined ? ' (skipped: no Chromium here; PAYBATCH_TEST_CHROMIUM names one)' : '';

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** One browser for a file of tests. */
export function oneBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: FLAGS });
  });
  afterAll(() => browser?.close());
  return () => browser!; // it is there once a test runs
}

export interface Opened {
  readonly page: Page;
  /** What went wrong in it: errors, refused scripts, dialogs, and every address that it asked for but its own. */
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
  // Other tests may be at work on the same cores.
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
/** For further pages of one kind. */
export const ONE_LOOK: readonly Look[] = [ON_A_PHONE];
const ALL_LOOKS: readonly Look[] = [
  AT_A_DESK,
  ON_A_PHONE,
  { ...AT_A_DESK, colorScheme: 'dark' },
  { ...ON_A_PHONE, colorScheme: 'light' },
];

/** What axe finds, at a desk and on a phone, in the light and in the dark. Its script gets past the page's policy. */
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
