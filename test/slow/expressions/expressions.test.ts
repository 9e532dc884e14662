// No regular expression of src takes more than linear time, unless its input is bounded and a comment says by what. The
// checker (recheck) is asked about each one; those that it called safe are kept beside this file by their text, since all
// of them take it minutes. UPDATE_GOLDENS=1 writes the list; without a list it asks about each.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';

import { allExpressions, type Expression, literalsOf, textOf } from './all-expressions.ts';

type Verdict = 'safe' | 'vulnerable' | 'unknown';

const LIST = join(import.meta.dirname, 'safe.json');
const UPDATE = process.env['UPDATE_GOLDENS'] === '1';
/** For one expression; what takes the checker longer is `unknown`, which is not safe. */
const CHECK_MS = 30_000;
/** For all that are newer than the list; then it is to be written anew. */
const NEWER_MS = 45_000;

function verdictOn(expression: { source: string; flags: string }): Verdict {
  return checkSync(expression.source, expression.flags, { timeout: CHECK_MS, randomSeed: 1 }).status;
}

const listed: ReadonlySet<string> = new Set(
  existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as string[]) : [],
);

/** Processor's time of one expression over one text. */
const MOST_MS = 50;
/** What repeats in a text that is meant to stall: each visible character, pairs of those that most expressions know. */
const SINGLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const KNOWN = ['a', 'A', '0', ' ', '.', '-', '_', '/', '"', ',', ':', '=', '\n'];

function attacksOn({ source, bound = 0 }: Expression): string[] {
  const words = source.match(/[A-Za-z]{2,}/g) ?? [];
  const signs = [...new Set(source.match(/[^\w\s]/g) ?? [])];
  const pieces = new Set([
    ...SINGLE,
    ...KNOWN.flatMap((one) => KNOWN.map((two) => one + two)),
    ...words.flatMap((word) => [word, `${word} `]),
    ...signs.flatMap((sign) => [`a${sign}`, `${sign} `, ...words.slice(0, 5).map((word) => word + sign)]),
  ]);
  const made: string[] = [];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(bound / piece.length)).slice(0, bound);
    // Alone, behind a word that it may begin with, and before something that it can't end with.
    made.push(text, `${words[0] ?? ''}${text}`.slice(0, bound), `${text.slice(0, -1)}\0`);
  }
  return made;
}

function slowest(one: Expression): string[] {
  const expression = new RegExp(one.source, one.flags);
  const isGlobal = one.flags.includes('g');
  let most = 0;
  for (const text of attacksOn(one)) {
    for (let round = 0, best = Infinity; round < 3; round++) {
      const before = process.cpuUsage();
      expression.lastIndex = 0;
      if (isGlobal) Array.from(text.matchAll(expression), ({ index }) => index);
      else expression.exec(text);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1_000);
      if (best < MOST_MS) break;
      if (round === 2) most = Math.max(most, best);
    }
  }
  return most < MOST_MS
    ? []
    : [`src/${one.file}:${one.line}: ${most} ms for ${one.bound} characters: ${textOf(one)}`];
}

describe('regular expressions', () => {
  it('take linear time, or say what bounds their input', { timeout: 900_000 }, async () => {
    const all = await allExpressions();
    const open = new Map(all.filter((one) => one.bound === undefined).map((one) => [textOf(one), one]));
    const newer = [...open].filter(([text]) => !listed.has(text));
    const until = performance.now() + NEWER_MS;
    const wrong = newer.flatMap(([text, one]) => {
      if (!UPDATE) expect(performance.now(), 'too many are new: UPDATE_GOLDENS=1').toBeLessThan(until);
      const verdict = verdictOn(one);
      if (verdict === 'safe') return [];
      open.delete(text);
      return [`src/${one.file}:${one.line} is ${verdict}: ${text}`];
    });
    if (UPDATE) writeFileSync(LIST, `${JSON.stringify([...open.keys()].sort(), null, 2)}\n`);
    expect(wrong).toEqual([]);
  });

  it('would be found here', () => {
    const text = 'const BAD = /^(a+)+$/;\n/** Bounded: 1,200 letters. */\nconst GOOD = /a*a*$/;\n';
    const [bad, good] = literalsOf({ file: 'a.ts', text });
    expect([bad?.bound, good?.bound]).toEqual([undefined, 1_200]);
    expect(verdictOn({ source: bad?.source ?? '', flags: '' })).toBe('vulnerable');
    const slow = { file: 'a.ts', line: 1, source: 'a*a*!', flags: '', bound: 700 };
    expect([slowest(slow).length, slowest({ ...slow, bound: 50 }).length]).toEqual([1, 0]);
  });

  it(
    'whose input is bounded take next to nothing at their bound',
    { timeout: 300_000, retry: 2 },
    async () => {
      const bounded = (await allExpressions()).filter(({ bound }) => bound !== undefined);
      expect(bounded.length).toBeGreaterThan(20);
      const slow = bounded.flatMap((one) => slowest(one));
      expect(slow).toEqual([]);
    },
  );
});
