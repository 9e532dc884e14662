// Scripts and assertions on what comes back, beside the request that they belong to: Bruno's `tests { ... }`, the `> {% ... %}` of an
// .http file, JMeter's assertions and extractors. Linear: a block that isn't closed is the last one.
import type { Span } from '../model/model.ts';

interface Block {
  readonly opens: RegExp;
  readonly close: string;
}

/** Bounded: blanks of 40 characters. */
const BLOCKS: Readonly<Record<'bru' | 'http', Block>> = {
  bru: { opens: /^(?:tests|assert|script:post-response|vars:post-response)[ \t]{0,40}\{/gm, close: '\n}' },
  http: { opens: /^[ \t]{0,40}>[ \t]{0,40}\{%/gm, close: '%}' },
};
/** Bounded: names of 100 characters. */
const ELEMENT = /<((?:\w{1,20}:)?\w{0,60}(?:[aA]ssertion|Extractor|PostProcessor))(?=[\s>])/g;

export function answerBlocks(text: string, kind: 'bru' | 'http'): Span[] {
  const { opens, close } = BLOCKS[kind];
  return spansOf(text, opens, () => close);
}

export const answerElements = (text: string): Span[] => spansOf(text, ELEMENT, (tag) => `</${tag}>`);

function spansOf(text: string, opens: RegExp, closeOf: (tag: string) => string): Span[] {
  const spans: Span[] = [];
  let until = 0;
  for (const { index, 1: tag = '' } of text.matchAll(opens)) {
    if (index < until) continue;
    const close = text.indexOf(closeOf(tag), index);
    until = close < 0 ? text.length : close;
    spans.push({ start: index, end: until });
  }
  return spans;
}
