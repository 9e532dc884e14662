// JSON nested without end, wherever JSON is read: a sentence, or the row's own trouble; no stack, and no defect.
import { describe, expect, it } from 'vitest';

import { paybatchProcess } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

const DEPTH = 150_000;
const lists = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const objects = '{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH);

describe('JSON nested 150,000 levels', { timeout: 60_000 }, () => {
  it.each([
    [['check', 'in.csv', '--config', 'deep.json'], 2],
    [['check', 'in.csv', '--map', 'deep.json'], 2],
    [['lint', 'in.csv', '--baseline', 'lists.json'], 2],
    [['audit', '.', '--since', 'deep.json'], 2],
    [['migrate', 'deep.json', '--out', 'out'], 1],
    [['lint', 'lists.json', 'deep.json'], 2],
  ])('%j', async (args, code) => {
    const at = folder({
      'in.csv': payouts(numbered(1)),
      'deep.json': `{"receiverAmount":${objects}}`,
      'lists.json': `[{"receiverAmount":${lists}}]`,
    });
    const end = await paybatchProcess(at, args);
    expect({ code: end.code, stderr: end.stderr.slice(0, 400) }).toMatchObject({ code });
    expect(end.stderr + end.stdout).not.toMatch(/defect|call stack|\n {4}at /);
  });
});
