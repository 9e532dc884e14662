// The sheet of a workbook that a run has read, and whether two of them are one.
import { sha256 } from '../../ledger/keys.ts';

/**
 * What a run has kept of it among what shaped its requests, named on the command line or not. Empty for a text, and where a run of an
 * earlier release has named none.
 */
export const sheetOf = ({ sheet }: Readonly<Record<string, unknown>>): string =>
  typeof sheet === 'string' ? sheet : '';

/** The batch of one sheet of several, where nothing else names it: of the file's SHA-256 and the sheet's own name. */
export const batchOfSheet = (hash: string, name: string): string => sha256(`${hash}\0sheet\0${name}`);

/** A name as it is looked up: case and blanks around it aside. */
export const foldedSheet = (name: string): string => name.trim().toLowerCase();

/** Where an earlier release has kept none, it may be any. */
export const isSameSheet = (one: string, other: string): boolean =>
  one === '' || other === '' || foldedSheet(one) === foldedSheet(other);
