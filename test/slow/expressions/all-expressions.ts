// Every regular expression of src: those that are written, and those that are put together when the files are loaded. Each with
// the bound that the comment above it gives its input, where it has one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { expect, vi } from 'vitest';

import { ROOT } from '../../kit/cli.ts';

export interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
  /** Characters that its input has at most; `undefined` without such a comment. */
  readonly bound: number | undefined;
}

const SRC = join(ROOT, 'src');
/** How far above an expression its comment may stand. */
const COMMENT_LINES = 6;

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

/** Where a comment says that the expression's own repetitions are bounded, and no number: more than most lines have. */
const UNTOLD = 16_384;

/** Of a comment on the expression's line, or shortly before it: `Bounded: 200 characters`. */
function boundOf(lines: readonly string[], line: number): number | undefined {
  const near = lines.slice(Math.max(0, line - COMMENT_LINES), line);
  const at = near.findLastIndex((one) => /(\/\/|\*).*\bbounded\b/i.test(one));
  if (at === -1) return undefined;
  const said = /\b(\d[\d,]*) (?:characters|letters)/.exec(near.slice(at).join(' '))?.[1];
  return said === undefined ? UNTOLD : Number(said.replaceAll(',', ''));
}

export function literalsOf({ file, text }: { file: string; text: string }): Expression[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, source, flags, bound: boundOf(lines, line) });
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
  vi.resetModules(); // other tests have loaded them
  try {
    for (const { file } of makers) await import(join(SRC, file));
  } finally {
    globalThis.RegExp = Real;
  }
  return makers.flatMap(({ file, lines, sites }) => {
    const own = made.filter(({ stack }) => stack.includes(file));
    const late = `${file}: an expression is made later than when the file is loaded`;
    expect(own.length, late).toBeGreaterThanOrEqual(sites.length);
    const bounds = sites.map((line) => boundOf(lines, line));
    const bound = bounds.some((one) => one === undefined)
      ? undefined
      : Math.max(...bounds.map((one) => one ?? 0));
    return own.map(({ one }) => ({
      file,
      line: sites[0] ?? 0,
      source: one.source,
      flags: one.flags,
      bound,
    }));
  });
}

/** Made once: a file is loaded once. */
const all: Promise<Expression[]> = built().then((made) => [...sources.flatMap(literalsOf), ...made]);

export const allExpressions = (): Promise<Expression[]> => all;

export const textOf = ({ source, flags }: { source: string; flags: string }): string => `/${source}/${flags}`;
