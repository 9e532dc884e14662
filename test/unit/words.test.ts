// Each message code has exactly one sentence.
import { describe, expect, it } from 'vitest';

import { verbatim } from '../../src/message.ts';
import { say, TABLES } from '../../src/words/say.ts';

describe('the sentences of messages', () => {
  it('are each in one table only: no two tables have the same code', () => {
    const codes = TABLES.flatMap((table) => Object.keys(table));
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });

  it('do not hide an unknown or damaged message: its code and parameters are printed', () => {
    expect(say({ code: 'of_tomorrow', params: { line: 2 } })).toBe('of_tomorrow {"line":2}');
    expect(say({ code: 'several', params: {} })).toBe('several {}');
    expect(say({ code: 'several', params: { messages: [verbatim('a'), verbatim('b')], more: 0 } })).toBe(
      'a\nb',
    );
  });
});
