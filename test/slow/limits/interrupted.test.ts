// A command that is told to end while it writes leaves no part of it behind, and ends as the signal says.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { AtomicFile } from '../../../src/files/atomic-file.ts';
import { removeParts } from '../../../src/files/write-all.ts';
import { start } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

const ROWS = 400_000;
const tree = (at: string): string[] =>
  existsSync(at) ? readdirSync(at, { recursive: true, encoding: 'utf8' }).sort() : [];

describe.skipIf(process.platform === 'win32')('migrate that is interrupted', { timeout: 60_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves nothing: %s', async (signal) => {
    const url = 'data:text/plain;base64,aGk=';
    const rows = `customerId,amount,documents\nc,1,${url}\n${'c,1,\n'.repeat(ROWS)}`;
    const at = folder({ 'in/mig.csv': rows.replace(url, `"${url}"`), 'out/keep': 'keep' });
    const child = start(at, ['migrate', 'in/mig.csv', '--out', 'out']);
    const end = once(child, 'close');
    const out = join(at, 'out');
    // Its parts are there, and a document that is already whole, which may stay.
    while (
      !tree(out).some((name) => name.startsWith('documents/') && !name.includes('.tmp')) &&
      child.exitCode === null
    )
      await wait(2);
    expect(tree(out).filter((name) => name.endsWith('.tmp'))).not.toEqual([]);
    child.kill(signal);
    expect(await end).toEqual([null, signal]);
    expect(tree(out).filter((name) => !name.startsWith('documents'))).toEqual(['keep']);
  });
});

describe('a part', () => {
  it('goes when the process ends; what is in its place stays', async () => {
    const at = folder();
    const one = await AtomicFile.create(join(at, 'one'), 'id');
    await one.commit();
    const two = await AtomicFile.create(join(at, 'two'), 'id');
    removeParts();
    expect(tree(at)).toEqual(['one']);
    expect(readFileSync(join(at, 'one'), 'utf8')).toBe('');
    await two.discard();
  });
});
