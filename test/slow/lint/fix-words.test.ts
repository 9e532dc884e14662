// What --fix leaves: how many of the findings, and why.
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const FILES = {
  'balances.py': 'import requests\nr = requests.get(BASE + "/api/v1/current-tenant/balances")\n',
  'config/routes.yaml': 'payments:\n  me: /api/v1/current-tenant\n',
};

async function say(...flags: string[]) {
  const at = folder(FILES);
  const io = fakeIo(at, { PATH: process.env['PATH'] ?? '' });
  await program(['lint', '.', '--as-of', '2026-06-15', '--no-cache', ...flags], io);
  return io.said;
}

describe('--fix', () => {
  it('says how many it changes of how many', async () => {
    expect((await say('--fix-dry-run')).err).toContain(
      '1 of 2 findings would be fixed by --fix; the other is left to you\n',
    );
    expect((await say('--fix')).err).toContain('1 of 2 findings fixed; the other is left to you\n');
  });

  it('says it last, after what is found', async () => {
    const order: string[] = [];
    const at = folder(FILES);
    const io = {
      ...fakeIo(at, {}),
      out: (text: string) => void order.push(text),
      err: (text: string) => void order.push(text),
    };
    await program(['lint', '.', '--as-of', '2026-06-15', '--no-cache', '--fix'], io);
    expect(order.at(-1)).toContain('1 of 2 findings fixed');
    expect(order.at(-2)).toContain('config/routes.yaml');
  });

  it('names the paths that it leaves beside those that it changes', async () => {
    const { err } = await say('--fix');
    expect(err).toContain('beside it:\n  config/routes.yaml:2: its calls could not be followed\n');
  });

  it('tells why it leaves one, and calls nothing called that is not', async () => {
    const { out } = await say('--explain');
    const [python = '', yaml = ''] = out.split('config/routes.yaml');
    expect(python).toContain('because it is called');
    expect(yaml).not.toContain('because it is called');
    expect(yaml).toContain('left by --fix: its calls could not be followed');
  });
});
