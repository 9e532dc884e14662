// References as the ledger compares them.
import { foldedReference } from '../../interface/reference.ts';

/** What a reference is looked up by: as the index has it. */
export function lookedUp(reference: string): string {
  return foldedReference(reference).replace(/^0+/, '');
}

/** As it is kept with a row. */
export const foldOf = (reference: string | null): string | null =>
  reference === null ? null : lookedUp(reference);
