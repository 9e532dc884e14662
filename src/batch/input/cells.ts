// What the readers of both kinds of file ask of a single cell.
import { type Header, printable } from '../../csv/header.ts';
import { didYouMean, knownValues } from '../../csv/suggest.ts';
import { MINOR_UNITS } from '../../interface/currencies.ts';
import type { Closable } from '../../interface/profile-entry.ts';
import type { Warnings } from './warnings.ts';

/** `null` for what is neither true nor false. */
export function booleanOf(text: string): boolean | null {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : null;
}

/** Of a record whose cells do not stand under the header's names. */
export function wrongWidth(cells: readonly string[], { names, delimiter }: Header): string {
  const mark = delimiter === '\t' ? 'tab' : `"${delimiter}"`;
  const width = names.length;
  const extra =
    cells.at(-1)?.trim() === ''
      ? `the row ends with one ${mark} too many, or a cell with a ${mark} in it has no quotes around it`
      : `is a ${mark} inside a cell without quotes around it?`;
  const hint = cells.length > width ? extra : `is a ${mark} missing?`;
  return `the row has ${cells.length} cells, the header ${width}: ${hint}`;
}

export interface OpenSet {
  readonly known: ReadonlySet<string>;
  /** What is wrong with an unknown value; `undefined` after a warning where the set is open. */
  readonly judge: (line: number, field: string, value: string, warnings: Warnings) => string | undefined;
}

/** An enumeration of the profile, ready to be asked. `setting` is its name there. */
export function openSet({ values, closed }: Closable, setting: string): OpenSet {
  return {
    known: new Set(values),
    judge: (line, field, value, warnings) => {
      if (closed)
        return `"${printable(value)}" is not one of ${values.join(', ')}${didYouMean(value, values)}`;
      warnings.add(line, field, value, () => {
        return `is not among the values that profile.${setting} knows${knownValues(value, values)}; sent as it is`;
      });
      return undefined;
    },
  };
}

const CURRENCIES = [...MINOR_UNITS.keys()];
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(CURRENCIES);

/** The currencies of ISO 4217 and the two stablecoins. */
export function currencySet(closed: boolean): OpenSet {
  return {
    known: KNOWN_CURRENCIES,
    judge: (line, field, code, warnings) => {
      const hint = (): string => didYouMean(code, CURRENCIES);
      if (closed) return `"${printable(code)}" is not a known currency${hint()}`;
      const capitals = code.toUpperCase();
      if (KNOWN_CURRENCIES.has(capitals))
        warnings.add(line, field, code, () => `is written ${capitals}: it is sent as it stands here`);
      else warnings.add(line, field, code, () => `is not a currency of ISO 4217, USDC or USDCT${hint()}`);
      return undefined;
    },
  };
}

/** What every row lacks: said of each, since each is invalid, and shown once. */
export const NO_COLUMN = 'there is no such column';

/** Of an empty cell, or of a field without a column (-1). `setting`: what asks for it, where a setting does. */
export const missingText = (index: number, setting?: string): string =>
  `${index === -1 ? NO_COLUMN : 'is missing'}: it is required${setting === undefined ? '' : ` (${setting})`}`;
