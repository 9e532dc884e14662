// Every command line in README and manual is valid: the command exists, and so does each of its flags.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { pageOf, topicNames } from '../../src/cli/manual.ts';
import { readCommand } from '../../src/cli/program.ts';
import { ROOT } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';

const PAGES: readonly (readonly [name: string, page: string])[] = [
  ['README.md', readFileSync(join(ROOT, 'README.md'), 'utf8')],
  ...topicNames().map((name) => [name, pageOf(name)] as const),
];

/** Commands in code blocks, at the start of a line or after a prompt, without comments, pipes and redirections. */
function commandsIn(page: string): string[] {
  const blocks = [...page.matchAll(/^ *```[a-z]*\n([^]*?)^ *```/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block.split('\n').flatMap((line) => {
      const command = /^ *(?:\$ )?paybatch (?!\.\.\.)(.+)$/.exec(line)?.[1];
      return command === undefined ? [] : [command.replace(/\s+(?:#|\||>|>>) .*$/, '').trim()];
    }),
  );
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const LINES = PAGES.flatMap(([name, page]) => commandsIn(page).map((line) => [name, line] as const));

describe('a command line of README or manual', () => {
  it('is found by this test more than 80 times', () => {
    expect(LINES.length).toBeGreaterThan(80);
  });
  it.each(LINES)('is valid in %s: paybatch %s', async (_, line) => {
    await readCommand(wordsOf(line.replaceAll('...', '')), fakeIo(folder()));
  });
});
