// Text as HTML shows it: nothing in it is markup, nothing moves the direction of reading.
import { escapeToBuffer } from 'hono/utils/html';

import { plain } from './plain.ts';

/** The sandbox's library escapes for us. */
export function escapeHtml(text: string): string {
  const buffer: [string] = [''];
  escapeToBuffer(plain(text), buffer);
  return buffer[0];
}
