// No source code searches or splits a sentence to decide something: it uses codes. The manual documents every error
// code of a row.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { pageOf } from '../../src/cli/manual.ts';
import { ROOT } from '../kit/cli.ts';

const SRC = join(ROOT, 'src');
const sources = (pattern: RegExp): [name: string, text: string][] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && pattern.test(name))
    .map((name) => [name, readFileSync(join(SRC, name), 'utf8')]);

/** Methods that search or split a text. */
const READS =
  /^(?:includes|startsWith|endsWith|indexOf|lastIndexOf|replace|replaceAll|split|test|exec|match|search)$/;
/** Two words of plain English with a space between them. */
const SENTENCE = /[a-z]{2,} [a-z]{2,}/;

/** Texts and regular expressions with which a source searches a sentence. */
function sentencesRead(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const looked = [node.arguments[0], ts.isRegularExpressionLiteral(expression) ? expression : undefined];
      const texts = looked.flatMap((one) =>
        one && (ts.isStringLiteralLike(one) || ts.isRegularExpressionLiteral(one)) ? [one.text] : [],
      );
      if (READS.test(name.text)) found.push(...texts.filter((text) => SENTENCE.test(text)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest));
  return found;
}

/** Sentences of SQLite, Postgres and file formats, which have no codes. */
const ALLOWED: Readonly<Record<string, string>> = {
  'ledger/file/connection.ts': "SQLite's own messages",
  'ledger/postgres/reach.ts': "Postgres' own messages",
  'cli/commands/report.ts': 'how HTML begins',
  'cli/commands/ledger/verify-files.ts': 'how an SQLite file begins',
};

describe('the source code', () => {
  it('never searches a sentence to decide something', () => {
    // The linter and the drafts of import profiles read code and headers of other people.
    const read = sources(/^(?!lint\/|batch\/input\/imports\/)/).flatMap(([name, text]) =>
      sentencesRead(text).map((sentence) => `${name}: ${sentence}`),
    );
    const wrong = read.filter((one) => !Object.keys(ALLOWED).some((name) => one.startsWith(`${name}:`)));
    expect(wrong).toEqual([]);
  });
  it('fails this test if it searches a sentence', () => {
    expect(sentencesRead("if (error.message.includes('is not open')) return;")).toHaveLength(1);
    expect(sentencesRead('const a = /^stopped by the user/.test(why);')).toHaveLength(1);
  });
  it('gives rows only error codes that the manual documents', () => {
    const given = sources(/^(?:batch|client)\//).flatMap(([, text]) =>
      [...text.matchAll(/\berrorCode: '([a-z_]+)'/g)].map(([, code = '']) => code),
    );
    expect(given.length).toBeGreaterThan(10);
    const page = pageOf('row-statuses');
    expect([...new Set(given)].filter((code) => !page.includes(`\n| \`${code}\` |`))).toEqual([]);
  });
});
