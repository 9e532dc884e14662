// What of a statement could not be compared, in words, and how it can be. What it means for a row is words.ts's to say.
import type { Compared, Gap } from '../../../batch/reconcile/gaps.ts';
import { plain } from '../../../files/plain.ts';

const CELLS: Readonly<Record<Compared, string>> = {
  payee: 'payees',
  amount: 'amounts',
  currency: 'currencies',
  time: 'times',
};

export const gapWords = (gaps: readonly Gap[]): string => {
  const none = gaps.flatMap((gap) => (gap.what === 'no_column' ? [`the ${gap.field}`] : []));
  const [last, ...before] = none.reverse();
  const list = [before.reverse().join(', '), last].filter((text) => text).join(' or ');
  const others = gaps.filter(({ what }) => what !== 'no_column').map(gapText);
  return [...(last === undefined ? [] : [`no column names ${list}`]), ...others].join('; ');
};

function gapText(gap: Gap): string {
  switch (gap.what) {
    case 'no_column':
      return `no column names the ${gap.field}`;
    case 'empty':
      return `no line names the ${gap.field}`;
    case 'unreadable':
      // A name is somebody's, and says nothing here.
      if (gap.field === 'payee')
        return `${gap.count} of ${gap.of} payees are no id of an account or a customer`;
      return `${gap.count} of ${gap.of} ${CELLS[gap.field]} can't be read ("${plain(gap.example, 40)}")`;
  }
}

/** How an export names it so that it can be read. */
export const HOW: Readonly<Record<Compared, string>> = {
  payee: "the service's ids as payees",
  amount: 'amounts such as 1251.00',
  currency: 'currencies',
  time: 'times such as 2026-11-22T13:32:11Z',
};
