// A worker whose rows are refused for one and the same reason: three lines and a count, as `run` writes them.
import { describe, expect, it } from 'vitest';

import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();

describe(`equal refusals of a worker`, () => {
  it('are three lines and a count', async () => {
    const own = await Company.make(server, { rows: 8 });
    const id = await own.detach();
    await own.ask(`UPDATE @items SET data = replace(data, 'row ', 'raw ')`);
    const end = await own.run(['work', '--until-empty']);
    expect(own.paid).toBe(0);
    const lines = end.stderr.split('\n').filter((line) => line.includes('not_sent'));
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain(`${id}: 5 more not_sent, 8 in all`);
  });
});
