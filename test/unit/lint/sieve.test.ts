// The search over the bytes of a file finds every word, at any position and with any text around it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Sieve } from '../../../src/lint/files/sieve.ts';
import { STRONG_WORDS } from '../../../src/lint/model/vocabulary.ts';
import { trials } from '../../kit/seed.ts';

const sieve = new Sieve(STRONG_WORDS);
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('the sieve', () => {
  it('finds each word alone, at the start, at the end, and next to parts of itself', () => {
    for (const word of STRONG_WORDS) {
      expect(sieve.test(bytes(word)), word).toBe(true);
      for (const around of ['', 'x', 'amoun', 'é', word.slice(1), word.slice(0, -1), '\0'.repeat(9)]) {
        expect(sieve.test(bytes(`${around}${word}`)), word).toBe(true);
        expect(sieve.test(bytes(`${word}${around}`)), word).toBe(true);
      }
    }
  });
  it('finds the same as a plain search in any text', () => {
    const part = fc.oneof(
      fc.constantFrom(...STRONG_WORDS),
      fc.constantFrom(...STRONG_WORDS).chain((word) => fc.nat(word.length).map((at) => word.slice(at))),
      fc.constantFrom(...STRONG_WORDS).chain((word) => fc.nat(word.length).map((at) => word.slice(0, at))),
      fc.string({ maxLength: 9 }),
      fc.constantFrom('\n', ' ', '_', 'é'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = bytes(parts.join(''));
        const plain = STRONG_WORDS.some((word) => text.includes(word));
        expect(sieve.test(text)).toBe(plain);
      }),
      { numRuns: trials(500) },
    );
  });
});
