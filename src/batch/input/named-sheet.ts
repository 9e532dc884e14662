// The sheet of a workbook that a run has named, and whether two of them are one.

/** What a run has kept of it among what shaped its requests; empty where it has named none. */
export const sheetOf = ({ sheet }: Readonly<Record<string, unknown>>): string =>
  typeof sheet === 'string' ? sheet : '';

/** A name as it is looked up: case and blanks around it aside. */
export const foldedSheet = (name: string): string => name.trim().toLowerCase();

/** Only a workbook of one sheet can be read without naming it. */
export const isSameSheet = (one: string, other: string): boolean =>
  one === '' || other === '' || foldedSheet(one) === foldedSheet(other);
