// Why the silence of a statement says nothing of a row, in words.
import { plain } from '../../../files/plain.ts';
import type { Why } from './unconfirmed.ts';

/** What follows "the statement". */
export function whyText(why: Why): string {
  switch (why.is) {
    case 'ends':
      return 'may not reach to its payment';
    case 'otherwise':
      return `writes payments otherwise than they were sent: ${besideText(why)}`;
    case 'absent':
      return `doesn't have what was paid beside it either: ${besideText(why)}`;
  }
}

/** What was paid beside the row, and where that is in the statement. */
export function besideText(why: Exclude<Why, { is: 'ends' }>): string {
  const { place, createdId } = why.paid;
  if (why.is === 'absent') return `${plain(place)} was paid (${plain(createdId ?? '', 80)}), and isn't in it`;
  return `${plain(place)} was paid, and is its line ${why.heard.line.line}, but ${plain(why.heard.why, 300)}`;
}
