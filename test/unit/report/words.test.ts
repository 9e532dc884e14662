// How long ago something was, as a report says it.
import { expect, it } from 'vitest';

import { agoText } from '../../../src/report/words.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');

it.each([
  ['2026-06-01T11:59:59.000Z', 'less than a minute ago'],
  ['2026-06-01T12:00:05.000Z', 'less than a minute ago'], // a clock that was set back
  ['2026-06-01T11:58:59.000Z', '1 minute ago'],
  ['2026-06-01T11:00:00.000Z', '1 hour ago'],
  ['2026-05-31T12:00:00.000Z', '24 hours ago'],
  ['2026-05-30T12:00:00.000Z', '2 days ago'],
])('%s', (iso, text) => {
  expect(agoText(iso, NOW)).toBe(text);
});
