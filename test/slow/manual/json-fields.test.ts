// The manual lists exactly the members that each command prints with --json.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { inDoubt, type Place } from '../../kit/in-doubt.ts';
import { fakeIo } from '../../kit/io.ts';
import { numbered, payouts } from '../../kit/payouts.ts';

async function setUp(): Promise<Place & { runId: string }> {
  const one = await inDoubt();
  cpSync(join(ROOT, 'samples'), join(one.at, 'samples'), { recursive: true });
  writeFileSync(join(one.at, 'one.csv'), payouts(numbered(1, { reference: 'X-1', receiverAmount: '77' })));
  writeFileSync(join(one.at, 's.csv'), 'Transfer ID,Reference\nT-1,R-1\n');
  await one.say(['plan', join(one.at, 'one.csv'), '--out', join(one.at, 'q.plan'), '--alike-ok']);
  return one;
}

/** The members in the manual's line of a command: `| `status` | ... | `a`, `b` |`. */
function documented(command: string): string[] {
  const readme = readFileSync(join(ROOT, 'src/manual/json-output.md'), 'utf8');
  const line = readme.split('\n').find((text) => text.startsWith(`| \`${command}\` |`));
  const fields = line?.split(' | ').at(-1) ?? '';
  // Members in parentheses belong to another level. "those of `run`" includes the members of another line.
  const others = /^those of `(\w+)`/.exec(fields)?.[1];
  if (others !== undefined)
    return [...documented(others), ...named(fields.slice(fields.indexOf('`', 'those of `'.length) + 1))];
  return named(fields);
}

function named(fields: string): string[] {
  return [
    ...fields
      .replace(/\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/\([^)]*\)/g, '')
      .matchAll(/`([^`]+)`/g),
  ].map(([, name = '']) => name);
}

describe('the members of --json', () => {
  it.each<[string, readonly string[]]>([
    ['check', ['check', 'one.csv', '--history']],
    ['quote', ['quote', 'one.csv']],
    ['run', ['run', 'one.csv']],
    ['quote --funds', ['quote', 'one.csv', '--funds']],
    ['status', ['status']],
    ['status RUN', ['status', 'last']],
    ['results', ['results', 'last']],
    ['doubts', ['doubts']],
    ['reconcile', ['reconcile', 'RUN', '--statement', 's.csv']],
    [
      'resolve',
      ['resolve', 'RUN', '--line', '2', '--as', 'created', '--transfer-id', 'T-7', '--reason', 'seen'],
    ],
    ['ledger show', ['ledger', 'show']],
    ['ledger verify', ['ledger', 'verify']],
    ['ledger export', ['ledger', 'export', 'last', '--out', 'run.zip']],
    ['ledger backup', ['ledger', 'backup', '--to', 'AT/b.db']],
    ['ledger copy', ['ledger', 'copy', '--from', 'AT/l.db', '--to', 'AT/moved.db']],
    ['plan', ['plan', 'samples/payouts.csv', '--out', 'p.plan']],
    ['plan show', ['plan', 'show', 'q.plan']],
    ['plan diff', ['plan', 'diff', 'q.plan', 'q.plan']],
    ['doctor', ['doctor']],
    ['lint', ['lint', 'samples/lint', '--fail-on', 'never']],
    ['migrate', ['migrate', 'samples/company/data', '--dry-run']],
    ['audit', ['audit', 'samples/company', '--format', 'json']],
    ['report', ['report', 'last', '--format', 'json']],
    ['rehearse', ['rehearse', '--', 'true']],
  ])('of %s are those that the manual names', async (command, args) => {
    const one = await setUp();
    const words = args.map((word) =>
      word === 'RUN'
        ? one.runId
        : /^(AT|samples|one|s|p|q|run)[/.]/.test(word)
          ? join(one.at, word.replace(/^AT\//, ''))
          : word,
    );
    const asked = words.includes('--format') || words.includes('--') ? words : [...words, '--json'];
    const at = asked.indexOf('--');
    const { out, err } = await one.say(
      at === -1 ? asked : [...asked.slice(0, at), '--json', ...asked.slice(at)],
    );
    const said = JSON.parse(out || '{}') as object;
    expect(Object.keys(said).sort(), err).toEqual(documented(command).sort());
  });
  it('of an error are those that the manual names', async () => {
    const io = fakeIo(folder());
    await program(['status', '--json', '--ledger', '/none/l.db'], io);
    expect(Object.keys(JSON.parse(io.said.out) as object).sort()).toEqual(
      documented('any, exit code 2').sort(),
    );
  });
});
