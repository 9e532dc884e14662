// Why the silence of a statement says nothing of a row, in words.
import { plain } from '../../../files/plain.ts';
import type { Why } from './unconfirmed.ts';

/** What follows "the statement". */
export function whyText(why: Why): string {
  switch (why.is) {
    case 'ends':
      return 'may not reach to its payment';
    case 'otherwise': {
      const { paid, heard } = why;
      return `writes payments otherwise than they were sent: ${plain(paid.place)}, which was paid, is its line ${heard.line.line}, but ${plain(heard.why, 300)}`;
    }
    case 'absent':
      return `doesn't have what was paid beside it either: ${plain(why.paid.place)} (${plain(why.paid.createdId ?? '', 80)})`;
  }
}
