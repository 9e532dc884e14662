// Text as HTML shows it: nothing in it is markup, nothing moves the direction of reading.
import { plain } from './plain.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  plain(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
