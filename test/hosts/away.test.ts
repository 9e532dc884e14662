// While the ledger's server is away, whoever waits for it says so, once; and says when it is back.
import { once } from 'node:events';

import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres({ own: true });

describe(`a database that went away`, () => {
  it('is told by a worker and by an attached run, and that it is back', { timeout: 120_000 }, async () => {
    const own = await Company.make(server, { rows: 40, slowMs: 300 });
    const run = own.start(['run', 'in.csv', '--concurrency', '2']);
    const heard = { text: '' };
    const work = own.start(['work', '--concurrency', '2', '--log-format', 'json']);
    work.child.stderr?.on('data', (data: Buffer) => (heard.text += data.toString()));
    await own.paying(6);
    await server.server().down();
    await expect.poll(() => heard.text, { timeout: 30_000 }).toContain('does not answer');
    // A lease (2 s) is over by then.
    await once(work.child.stderr!, 'data', { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
    await server.server().up();
    const end = await run.over;
    expect(end.code, end.stderr).toBe(0);
    for (const text of [end.stderr, heard.text]) {
      expect(text.match(/does not answer \(/g), text).toHaveLength(1);
      expect(text.match(/answers again, after \d+ s/g), text).toHaveLength(1);
      expect(text).not.toContain('took this process for dead');
    }
    expect(end.stderr).toContain('for 5 minutes at most');
    expect(heard.text).toContain('waited for without end');
    expect(own.compare()).toBe(0);
  });
});
