// The audit's page in a real browser, on a desktop and a phone, in light and dark mode.
import { join } from 'node:path';

import { describe, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';
import { CHROMIUM, expectAccessible, ONE_LOOK, oneBrowser, WHY_SKIPPED } from './browser.ts';

async function pageOf(at: string, ...paths: string[]): Promise<string> {
  const io = fakeIo(at, {});
  await program(['audit', ...paths, '--format', 'html', '--as-of', '2026-10-01'], io);
  return io.said.out;
}

describe.skipIf(CHROMIUM === undefined)(`the audit's page${WHY_SKIPPED}`, () => {
  const browser = oneBrowser();

  it('passes axe, and needs no sideways scrolling on a phone', async () => {
    await expectAccessible(browser(), await pageOf(join(ROOT, 'samples'), 'company'));
    await expectAccessible(
      browser(),
      await pageOf(folder({ 'fine.csv': payouts(numbered(2)) }), '.'),
      ONE_LOOK,
    );
  }, 60_000);
});
