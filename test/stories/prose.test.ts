// Sentences on a terminal: what is to be copied has no line end in it, and what only begins like a command is a sentence.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { prose } from '../../src/cli/render/prose.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { narrow, torn } from './narrow.ts';

describe('a command within a sentence', () => {
  it('stays in one piece, on a line of its own where it is too long', () => {
    const text = 'Then: paybatch check samples/export/zahlungslauf.csv --map /tmp/new-work/profile.json';
    expect(prose(text, 80, 2)).toBe(
      'Then:\n  paybatch check samples/export/zahlungslauf.csv --map /tmp/new-work/profile.json',
    );
  });

  it('ends where its sentence goes on', () => {
    const text = 'What is certain, paybatch lint --fix changes; the rest is for a person who knows it.';
    expect(torn(prose(text, 40), 40)).toEqual([]);
  });

  it('of any length takes no time', () => {
    const text = `paybatch run ${'-A'.repeat(100_000)} "${' --a'.repeat(100_000)}`;
    const begun = performance.now();
    prose(`so: ${text}`, 80);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

describe('a line that begins with the name of the command', () => {
  it('is a sentence where it ends like one', () => {
    const text =
      '     paybatch migrate FILE --out DIR, then fill in NAME.todo.csv and run it again with --todo.';
    expect(prose(text, 80)).toBe(
      '     paybatch migrate FILE --out DIR, then fill in NAME.todo.csv and run it\n     again with --todo.',
    );
  });

  it('is a command where it ends like one', () => {
    const text = 'paybatch lint src --fix --as-of 2026-06-15 --baseline a-file-with-a-long-name.json .';
    expect(prose(text, 60)).toBe(text);
  });

  it('in an audit', async () => {
    const at = folder({ 'pay.mjs': 'export const all = (b) => fetch(`${b}/api/v1/current-tenant`);\n' });
    writeFileSync(join(at, 'p.csv'), 'customerId,amount,currency,reference\nc-1,5.00,EUR,R-1\n');
    const io = fakeIo(at, { PATH: process.env['PATH'] ?? '' }, narrow(60));
    await program(['audit', '.', '--as-of', '2026-06-15'], io);
    const lines = io.said.out.split('\n');
    expect(lines.filter((line) => line.length > 60 && line.trim().startsWith('paybatch '))).toEqual([]);
    expect(io.said.out).toContain('paybatch lint --fix changes');
  });
});
