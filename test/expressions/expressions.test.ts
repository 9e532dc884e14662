// No regular expression of src takes more than linear time, unless its input is bounded and a comment says by what. The
// checker (recheck) is asked about each one; those that it called safe are kept beside this file by their text, since all
// of them take it minutes. UPDATE_GOLDENS=1 writes the list; without a list it asks about each.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkSync } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { ROOT } from '../support/cli.ts';

type Verdict = 'safe' | 'vulnerable' | 'unknown';

interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
  readonly excused: boolean;
}

const SRC = join(ROOT, 'src');
const LIST = join(import.meta.dirname, 'safe.json');
const UPDATE = process.env['UPDATE_GOLDENS'] === '1';
/** For one expression; what takes the checker longer is `unknown`, which is not safe. */
const CHECK_MS = 30_000;
/** How far above an expression its comment may stand. */
const COMMENT_LINES = 6;
/** For all that are newer than the list; then it is to be written anew. */
const NEWER_MS = 45_000;

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

/** A comment on the expression's line, or shortly before it. */
function excused(lines: readonly string[], line: number): boolean {
  return lines
    .slice(Math.max(0, line - COMMENT_LINES), line)
    .some((one) => /(\/\/|\*).*\bbounded\b/i.test(one));
}

function literalsOf({ file, text }: { file: string; text: string }): Expression[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, source, flags, excused: excused(lines, line) });
    }
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

/** What `new RegExp(...)` makes when the files are loaded. All of src make theirs then, from constants. */
async function built(): Promise<Expression[]> {
  const makers = sources
    .map(({ file, text }) => ({ file, lines: text.split('\n') }))
    .map(({ file, lines }) => ({
      file,
      lines,
      // What a user wrote into a setting is made later, and is nothing to be judged here.
      sites: lines.flatMap((one, i) =>
        /\bRegExp\(/.test(one) && !/A user's own:/.test(lines[i - 1] ?? '') ? [i + 1] : [],
      ),
    }))
    .filter(({ sites }) => sites.length > 0);
  const made: { readonly one: RegExp; readonly stack: string }[] = [];
  const Real = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Real, {
    construct: (target, args: [string, string?]) => {
      const one = new target(...args);
      made.push({ one, stack: new Error().stack?.split('\n')[2] ?? '' });
      return one;
    },
  });
  try {
    for (const { file } of makers) await import(join(SRC, file));
  } finally {
    globalThis.RegExp = Real;
  }
  return makers.flatMap(({ file, lines, sites }) => {
    const own = made.filter(({ stack }) => stack.includes(file));
    const late = `${file}: an expression is made later than when the file is loaded`;
    expect(own.length, late).toBeGreaterThanOrEqual(sites.length);
    const free = sites.every((line) => excused(lines, line));
    return own.map(({ one }) => ({
      file,
      line: sites[0] ?? 0,
      source: one.source,
      flags: one.flags,
      excused: free,
    }));
  });
}

const textOf = ({ source, flags }: { source: string; flags: string }): string => `/${source}/${flags}`;

function verdictOn(expression: { source: string; flags: string }): Verdict {
  return checkSync(expression.source, expression.flags, { timeout: CHECK_MS, randomSeed: 1 }).status;
}

const listed: ReadonlySet<string> = new Set(
  existsSync(LIST) ? (JSON.parse(readFileSync(LIST, 'utf8')) as string[]) : [],
);

describe('regular expressions', () => {
  it('take linear time, or say what bounds their input', { timeout: 900_000 }, async () => {
    const all = [...sources.flatMap(literalsOf), ...(await built())];
    const open = new Map(all.filter((one) => !one.excused).map((one) => [textOf(one), one]));
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
    const text = 'const BAD = /^(a+)+$/;\n/** Bounded: a name. */\nconst GOOD = /a*a*$/;\n';
    const [bad, good] = literalsOf({ file: 'a.ts', text });
    expect([bad?.excused, good?.excused]).toEqual([false, true]);
    expect(verdictOn({ source: bad?.source ?? '', flags: '' })).toBe('vulnerable');
  });
});
