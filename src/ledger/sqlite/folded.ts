// References as the ledger compares them: SQL folds what is ASCII (schema.ts), the rest is folded here and kept in a column.
import { foldedReference } from '../../interface/reference.ts';

const ASCII = /^[\x20-\x7e]*$/;

/** What a reference is looked up by: as the index has it. */
export function lookedUp(reference: string): string {
  return foldedReference(reference).replace(/^0+/, '');
}

/** What the column holds: nothing where SQL folds it by itself. */
export function oddFold(reference: string | null): string | null {
  return reference === null || ASCII.test(reference) ? null : lookedUp(reference);
}
