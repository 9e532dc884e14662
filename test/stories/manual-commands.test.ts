// Every command line that README and manual show can be typed: the command is there, and so is each of its flags.
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

/** In blocks of code, at the beginning of a line or behind a prompt; without what the shell does with them. */
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

describe('a command line of the manual', () => {
  it('is found in many pages', () => {
    expect(LINES.length).toBeGreaterThan(80);
  });
  it.each(LINES)('%s: paybatch %s', async (_, line) => {
    await readCommand(wordsOf(line.replaceAll('...', '')), fakeIo(folder()));
  });
});
