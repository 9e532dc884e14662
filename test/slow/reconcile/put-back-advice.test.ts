// The commands that are shown of a row that a statement put back in doubt: none is refused, wherever it stands.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { sentAgain } from '../../stories/sent-again.ts';

/** Every command that says not created, as a shell would see it. */
function commandsIn(text: string): string[] {
  const bare = text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&quot;|\\+"|""/g, '"')
    .replaceAll(/\s+/g, ' ');
  return [...bare.matchAll(/paybatch resolve [^()]*?--as not-created(?: --correct)?/g)].map(([one]) => one);
}

it('each says --correct in the run that had it in doubt first, and in one made since', async () => {
  const { say, read, line, runs, folder } = await sentAgain(['rent'], [{ fail: 1 }]);
  expect((await read([line(0)], '--yes')).code).toBe(3);
  const shown = async (run: string): Promise<void> => {
    for (const args of [
      ['status', run],
      ['status', run, '--json'],
      ...['html', 'md', 'json', 'csv'].map((format) => ['report', run, '--format', format]),
    ]) {
      const commands = commandsIn((await say(args)).out);
      // In a run since, status leaves out the advice that the run itself gave.
      if (args[0] === 'report') expect(commands, args.join(' ')).not.toEqual([]);
      for (const command of commands) expect(command, args.join(' ')).toMatch(/--correct$/);
    }
  };
  await shown(runs[0] ?? '');
  const again = await say(['run', join(folder, 'r.csv'), '--alike-ok', '--json']);
  expect(again.code).toBe(3);
  await shown((JSON.parse(again.out) as { runId: string }).runId);
  expect(commandsIn(readFileSync(join(folder, 'r.results.csv'), 'utf8'))).toEqual([
    expect.stringMatching(/--correct$/),
  ]);
});
