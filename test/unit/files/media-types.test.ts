// One table, read both ways: what is written out with an ending is uploaded with the same type.
import { describe, expect, it } from 'vitest';

import { endingOf, mediaTypeOf } from '../../../src/files/media-types.ts';

describe('media types', () => {
  it.each(['.pdf', '.PDF', '.jpeg', '.jpg', '.tiff', '.docx', '.xlsx', '.csv', '.txt'])(
    '%s comes back as an ending of the same type',
    (ending) => {
      const type = mediaTypeOf(ending);
      expect(type).not.toBe('application/octet-stream');
      expect(mediaTypeOf(endingOf(type) ?? '')).toBe(type);
    },
  );

  it('has no type for an ending, and no ending for a type, that every object inherits', () => {
    for (const name of ['constructor', '__proto__', 'toString', '.unknown', '']) {
      expect(mediaTypeOf(name)).toBe('application/octet-stream');
      expect(endingOf(name)).toBeUndefined();
    }
  });
});
