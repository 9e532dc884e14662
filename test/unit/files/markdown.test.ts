// Names in Markdown: shown as they are, and no table is broken by them.
import { describe, expect, it } from 'vitest';

import { markdownCode, markdownCodeCell, markdownTable } from '../../../src/files/markup.ts';
import { formatMarkdown } from '../../../src/lint/format/github.ts';
import { lint } from '../../../src/lint/lint.ts';
import { folder } from '../../kit/folder.ts';

describe('a code span', () => {
  it.each([
    ['a.js', '`a.js`'],
    ['e<f>&amp;.js', '`e<f>&amp;.js`'],
    ['a\\b.js', '`a\\b.js`'],
    ['a`b.js', '``a`b.js``'],
    ['a``b`c', '```a``b`c```'],
    ['`a', '`` `a ``'],
    ['a`', '`` a` ``'],
    [' a ', '`  a  `'],
    ['a|b', '`a|b`'],
    ['', '`  `'],
    ['a\nb\r\u2028c', '`a b c`'],
    ['a\u202eb\u0007\u001b[31mc', '`abc`'],
  ])('of %j', (text, code) => {
    expect(markdownCode(text)).toBe(code);
  });
  it('in a table has its pipes escaped', () => {
    expect(markdownTable(['a'], [[markdownCodeCell('x|y|`z')]]).at(-1)).toBe('| ``x\\|y\\|`z`` |');
  });
});

it('a report in Markdown has one line for each finding, whatever its file is called', async () => {
  const names = ['e<f>.js', 'g`h.js', 'i|j.js', 'k\nl.js', 'm\u202en.js', 'o\u0007p.js'];
  const at = folder(Object.fromEntries(names.map((name) => [name, "get('/api/v1/current-tenant');\n"])));
  const report = await lint({
    ...{ cwd: at, paths: ['.'], ignored: [], levels: {}, asOf: '2026-06-01', cutoff: '2026-10-30' },
    ...{ minConfidence: 'medium', hosts: [], clients: [] },
  });
  const places = formatMarkdown(report)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0]);
  expect(places).toEqual([
    ...['| `e<f>.js:1`', '| ``g`h.js:1``', '| `i\\|j.js:1`', '| `k l.js:1`', '| `mn.js:1`', '| `op.js:1`'],
  ]);
});
