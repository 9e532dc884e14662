// References that differ from one that was paid in their signs alone: INV-1100 comes back as INV1100 or INV/1100 from another
// program, months later, perhaps with another account or amount. No refusal, for two systems may number alike; a warning.
import { respeltReferences, signless } from '../../../interface/respelt-reference.ts';
import type { Ledger, RowRecord, RunKind } from '../../../ledger/ledger.ts';
import { otherText } from './alike.ts';

interface Referenced {
  readonly reference: string;
}

/** What was or may have been paid under another spelling, for each of these that has such a one. */
export async function paidRespelt<T extends Referenced>(
  kind: RunKind,
  rows: readonly T[],
  ledger: Pick<Ledger, 'referencesLike'>,
): Promise<Map<T, RowRecord[]>> {
  const spellings = rows.flatMap(({ reference }) => respeltReferences(reference));
  if (spellings.length === 0) return new Map();
  const found = new Map<string, RowRecord[]>();
  for (const record of await ledger.referencesLike(kind, spellings)) {
    const name = signless(record.reference ?? '');
    found.set(name, [...(found.get(name) ?? []), record]);
  }
  return new Map(
    rows.flatMap((row): [T, RowRecord[]][] => {
      const others = (found.get(signless(row.reference)) ?? []).filter(
        ({ reference }) => reference !== row.reference,
      );
      return row.reference === '' || others.length === 0 ? [] : [[row, others]];
    }),
  );
}

/** Behind the reference itself. */
export const respeltText = (other: RowRecord, kind: RunKind): string =>
  `is spelt like that of ${otherText(other, kind)}: if it is the same, take this row out or write the reference the same; else nothing is to be done`;
