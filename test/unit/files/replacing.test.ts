// Whether a file that is there could be replaced is known before anything is sent.
import { readdirSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { tryReplacing } from '../../../src/files/atomic-file.ts';
import { folder } from '../../kit/folder.ts';

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** Refuses a second name for `name` alone, as the kernel does for a mounted or immutable file. */
const refusing =
  (code: string, name = 'a.csv'): typeof link =>
  (from, to) =>
    String(from).endsWith(`/${name}`) ? Promise.reject(failing(code)) : link(from, to);

it.each(['EXDEV', 'EPERM'])('says so of a file that cannot be replaced: %s', async (code) => {
  const at = folder({ 'a.csv': 'x' });
  await expect(tryReplacing(join(at, 'a.csv'), refusing(code))).rejects.toThrow(code);
  expect(readdirSync(at)).toEqual(['a.csv']);
});

it('leaves nothing behind where the file can be replaced, or is not there', async () => {
  const at = folder({ 'a.csv': 'x' });
  await tryReplacing(join(at, 'a.csv'));
  await tryReplacing(join(at, 'b.csv'));
  expect(readdirSync(at)).toEqual(['a.csv']);
});

it('says nothing on a file system without hard links', async () => {
  const at = folder({ 'a.csv': 'x' });
  await tryReplacing(join(at, 'a.csv'), () => Promise.reject(failing('EPERM')));
  expect(readdirSync(at)).toEqual(['a.csv']);
});
