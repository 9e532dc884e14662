// Files that would be passed over without being named: names that can't be opened, a picture in a source, one stray NUL.
import { mkdirSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { notWritten, sourceOf } from '../../src/lint/files/source.ts';
import { folder } from '../support/folder.ts';
import { fakeIo } from '../support/io.ts';

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
  it('with one NUL in a comment is read; what has many is binary', () => {
    expect(sourceOf(Buffer.from(`// ${'words '.repeat(30)}\0\n${CALL}`), '')).toHaveProperty(
      'encoding',
      'utf-8',
    );
    expect(sourceOf(Buffer.from('\0\u0001a'.repeat(60)), '')).toEqual({ skip: 'binary' });
  });
});
