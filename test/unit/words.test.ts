// Every message has one sentence, wherever it is made.
import { describe, expect, it } from 'vitest';

import { verbatim } from '../../src/message.ts';
import { say, TABLES } from '../../src/words/say.ts';

describe('the sentences of messages', () => {
  it('stand in one table each: a code of two rooms would be said wrongly in one of them', () => {
    const codes = TABLES.flatMap((table) => Object.keys(table));
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });

  it('are of this version: what another one stored, or somebody edited, is shown as it is', () => {
    expect(say({ code: 'of_tomorrow', params: { line: 2 } })).toBe('of_tomorrow {"line":2}');
    expect(say({ code: 'several', params: {} })).toBe('several {}');
    expect(say({ code: 'several', params: { messages: [verbatim('a'), verbatim('b')], more: 0 } })).toBe(
      'a\nb',
    );
  });
});
