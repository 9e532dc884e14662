// Which expressions of a user's own may take for ever over a text that they don't match, and which are let pass.
import { describe, expect, it } from 'vitest';

import { mayTakeForEver } from '../../../src/interface/slow-expression.ts';

describe('an expression that may take for ever', () => {
  it.each([
    ...['^(a+)+$', '(a*)*', '(?:a|a)*$', '((a+))+', '(a|ab)+$', '(.|a)*x', '(\\w|\\d)+$', '(a?a?)*$'],
    ...['(?<n>a+){2,}', '(\\d{1,3}[., ]?)+$', '((a|a)b)*', '(?:(?:a{2,})b?)*', '([a-z]+)*', '(|a)+'],
  ])('is %s', (text) => {
    expect(() => new RegExp(text)).not.toThrow();
    expect(mayTakeForEver(text)).toBe(true);
  });

  it.each([
    ...['^Summe', '^(?:Summe|Total)', '^(Gesamt)?summe', '^\\s*(?:Sum|Total)\\b.*$', '^Summe \\(EUR\\)+'],
    ...[
      '(?:\\s|-)*x',
      '^(a+)$',
      '(a+){0,1}',
      '^(?:[a-z]\\d)+$',
      '[(a+)+]',
      '(a|b)+',
      '\\(a+\\)+',
      '^$',
      '(?=a+)b',
    ],
  ])('is not %s', (text) => {
    expect(() => new RegExp(text)).not.toThrow();
    expect(mayTakeForEver(text)).toBe(false);
  });
});
