// The sheet of a workbook that a run has read, and whether two of them are one.
import { sha256 } from '../../ledger/keys.ts';

/** What a run has kept of it, named on the command line or not. Empty for a text. */
export const sheetOf = ({ sheet }: Readonly<Record<string, unknown>>): string =>
  typeof sheet === 'string' ? sheet : '';

/** The batch of one sheet of several, where nothing else names it: of the file's SHA-256 and the sheet's own name. */
export const batchOfSheet = (hash: string, name: string): string => sha256(`${hash}\0sheet\0${name}`);

/** A name as it is looked up: case and blanks around it aside. */
export const foldedSheet = (name: string): string => name.trim().toLowerCase();

export const isSameSheet = (one: string, other: string): boolean => foldedSheet(one) === foldedSheet(other);
