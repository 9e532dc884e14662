// Files that would be passed over without being named: names that can't be opened, a picture in a source, one stray NUL.
import { mkdirSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { notWritten, sourceOf } from '../../../src/lint/files/source.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const CALL = "get('/api/v1/current-tenant/balances');\n";

/** Disks of some systems take no such names. */
const isTaken = process.platform === 'linux';

describe.runIf(isTaken)("a name that isn't UTF-8", () => {
  it.each([
    ['a file', Buffer.from('pay-\xe9.js', 'latin1')],
    ['a folder', Buffer.from('d\xfcr', 'latin1')],
  ])('is unreadable, and never clean: %s', async (what, name) => {
    const at = folder({ 'ok.js': 'ok();\n' });
    const path = Buffer.concat([Buffer.from(`${at}/`), name]);
    if (what === 'a folder') {
      mkdirSync(path);
      writeFileSync(Buffer.concat([path, Buffer.from('/a.js')]), CALL);
    } else writeFileSync(path, CALL);
    const io = fakeIo(at, {});
    expect(await program(['lint', '.'], io)).toBe(2);
    expect(`${io.said.out}${io.said.err}`).toContain('rename it');
  });
  it('keeps nobody from a name that has the sign itself', async () => {
    const at = folder({ 'what\u{fffd}.js': 'ok();\n' });
    expect(await program(['lint', '.'], fakeIo(at, {}))).toBe(0);
  });
});

describe('a source', () => {
  const picture = (length: number): string =>
    `const logo = 'data:image/png;base64,${'iVBORw0K'.repeat(length / 8)}';\n`;
  it('of a few lines with a picture in it is read; minified code is not', () => {
    expect(notWritten('src/a.js', `${picture(40_000)}${CALL}`)).toBeUndefined();
    expect(notWritten('src/a.js', `${'f(a);'.repeat(8_000)}\n${picture(800)}`)).toBe('minified');
  });
  it.each<[string, string]>([
    ['a long literal', `const text = '${'lorem ipsum '.repeat(2_000)}';\n`],
    ['a data URL of its own kind', `const font = 'data:font/woff2,${'%00'.repeat(8_000)}';\n`],
    ['a table', `const rows = [${'{ a: 1, b: "x" }, '.repeat(1_500)}];\n`],
    ['two of them', `const a = [${'1, '.repeat(8_000)}];\nconst b = '${'x'.repeat(20_000)}';\n`],
    [
      'a library in one line, in a file of many',
      `${'function f(a){return b(a);}'.repeat(800)}\n${'step();\n'.repeat(10)}`,
    ],
  ])('with %s in one line is read', (_, text) => {
    expect(notWritten('src/app.js', `${text}${CALL}`)).toBeUndefined();
    expect(notWritten('src/app.js', `'use strict';\n${CALL}${text}`)).toBeUndefined();
  });
  const MADE = '!function(e,t){var n=r(1);return n.d(t,"a",(function(){return i})),void 0===e?t:n(e)}(a,b);';
  it.each<[string, string]>([
    ['one line', MADE.repeat(300)],
    ['a licence before it', `/*! x v1\n * MIT\n */\n${MADE.repeat(300)}\n//# sourceMappingURL=app.js.map\n`],
    ['a word before it', `"use strict";\n${MADE.repeat(300)}`],
    ['a line of code before it', `var x = {};\n${MADE.repeat(300)}`],
    ['many of them', `${CALL.repeat(12)}${`${MADE.repeat(300)}\n`.repeat(9)}`],
  ])('that a program made is passed over: %s', (_, text) => {
    expect(notWritten('src/app.js', text)).toBe('minified');
  });
  it('that is passed over is told as JSON, by the reason', async () => {
    const io = fakeIo(folder({ 'app.js': `${MADE.repeat(300)}${CALL}`, 'b.js': 'x = 1;\n' }));
    expect(await program(['lint', '.', '--format', 'json'], io)).toBe(0);
    expect(JSON.parse(io.said.out)).toMatchObject({ filesScanned: 1, skipped: { minified: 1 } });
  });
  it('of megabytes in one line costs one look', () => {
    const text = `var x = 1;\n${MADE.repeat(100_000)}`;
    const before = performance.now();
    expect(notWritten('src/app.js', text)).toBe('minified');
    expect(performance.now() - before).toBeLessThan(1_000);
  });
  it('with one NUL in a comment is read; what has many is binary', () => {
    expect(sourceOf(Buffer.from(`// ${'words '.repeat(30)}\0\n${CALL}`), '')).toHaveProperty(
      'encoding',
      'utf-8',
    );
    expect(sourceOf(Buffer.from('\0\u0001a'.repeat(60)), '')).toEqual({ skip: 'binary' });
  });
});
