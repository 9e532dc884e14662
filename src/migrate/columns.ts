// The header of a CSV, before and after a migration: removed fields leave it, new fields join it, and unknown columns
// become `x-` columns. Pure.
import { OPERATOR_COLUMN_PREFIX } from '../interface/columns.ts';
import { INTRODUCED_CUSTOMER_FIELDS } from '../interface/customer.ts';
import { documentTypeOf, REQUIRED_DOCUMENT_TYPE } from '../interface/customer-columns.ts';
import { COLUMN_RULES, type FileKind } from '../interface/file-kind.ts';
import { isKnown, pathOf } from './paths.ts';

/** The kind of a header. Flat names (`walletId`) count as well. */
export function kindOfNames(names: readonly string[]): FileKind {
  const score = (kind: FileKind): number =>
    names.filter((name) => name !== 'reference' && isKnown(pathOf(name, kind), kind)).length;
  return score('customers') > score('payouts') ? 'customers' : 'payouts';
}

/** The field that each column holds, in the columns' order. */
export function pathsOf(names: readonly string[], kind: FileKind): string[] {
  return names.map((name) => {
    const path = pathOf(name, kind);
    return isKnown(path, kind) || path.startsWith(OPERATOR_COLUMN_PREFIX)
      ? path
      : `${OPERATOR_COLUMN_PREFIX}${path}`;
  });
}

/** The new header: known columns in their order, new columns at the end. */
export function columnsAfter(paths: readonly string[], kind: FileKind): string[] {
  const { removed } = COLUMN_RULES[kind];
  const columns = new Set<string>();
  const hasReceiverAmount = paths.includes('receiverAmount');
  for (const path of paths) {
    if (kind === 'payouts' && path === 'amount') {
      if (!hasReceiverAmount) columns.add('receiverAmount');
    } else if (removed(path) === undefined) columns.add(path);
  }
  if (kind === 'payouts') columns.add('receiverAmount');
  if (kind === 'customers') {
    for (const path of INTRODUCED_CUSTOMER_FIELDS) columns.add(path);
    if (![...columns].some((path) => documentTypeOf(path) === REQUIRED_DOCUMENT_TYPE))
      columns.add(`documents.${REQUIRED_DOCUMENT_TYPE}`);
  }
  return [...columns];
}
