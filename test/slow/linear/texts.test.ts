// Texts of others are cleaned in time in proportion to their length. Whatever else runs on the machine only ever adds to it: one
// good look of three is proof.
import { expect, it } from 'vitest';

import { Redactor } from '../../../src/client/redact.ts';
import { plain } from '../../../src/files/plain.ts';

it('plain text takes time in proportion to it', { retry: 2 }, () => {
  for (const piece of ['\u001b[', '\u001b]', '\u001b[0', '::', ' ', '##']) {
    const text = piece.repeat(500_000);
    const before = process.cpuUsage();
    plain(text);
    // Of this process alone, so that a busy machine isn't taken for a slow one.
    expect(process.cpuUsage(before).user / 1_000, JSON.stringify(piece)).toBeLessThan(1_000);
  }
});

it('redaction takes time in proportion to the text', { retry: 2 }, () => {
  const redactor = new Redactor();
  redactor.add('correct-horse-battery');
  const time = (text: string): number => {
    const start = process.cpuUsage().user;
    redactor.clean(text);
    return process.cpuUsage().user - start;
  };
  for (const part of ['\\', '%', '&#', '%41', '\\u0041', 'correct-', 'Y29ycmVj', 'Bearer ']) {
    time(part.repeat(20_000));
    const least = (text: string): number => Math.min(time(text), time(text), time(text));
    const one = least(part.repeat(20_000));
    expect(least(part.repeat(80_000)), part).toBeLessThan(Math.max(one, 20_000) * 8);
  }
});
