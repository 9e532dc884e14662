// What the values of a column look like: IDs, IBANs, amounts with their marks, currencies. For a draft that a person reads;
// nothing that is sent depends on it.
import { MINOR_UNITS } from '../../../../interface/currencies.ts';

export type Shape = 'id' | 'iban' | 'amount' | 'currency' | 'date' | 'text' | 'empty';

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const DATE = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/;
/** With two digits behind the last mark: whole numbers may be anything. */
const AMOUNT = /^\d{1,3}(?:[.,'\u2019\s]?\d{3}){0,5}[.,]\d{1,2}$/;

function shapeOfValue(value: string): Shape {
  const text = value.trim();
  if (ID.test(text)) return 'id';
  if (DATE.test(text)) return 'date';
  if (text.length < 40 && AMOUNT.test(text)) return 'amount';
  if (text.length < 60 && IBAN.test(text.replaceAll(' ', '').toUpperCase())) return 'iban';
  return MINOR_UNITS.has(text) ? 'currency' : 'text';
}

/** The one shape that all values have. */
export function shapeOf(values: readonly string[]): Shape {
  const filled = values.filter((value) => value.trim() !== '');
  const [first] = filled;
  if (first === undefined) return 'empty';
  const shape = shapeOfValue(first);
  return filled.every((value) => shapeOfValue(value) === shape) ? shape : 'text';
}

/** A number, with letters around it or not: `000451`, `K-1001`. A name has a space, or no digit. */
const CODE = /^[A-Za-z]{0,6}[-_./]?\d[\dA-Za-z_./-]{0,30}$/;

/** Whether a column holds codes alone; empty cells say nothing. */
export function areCodes(values: readonly string[]): boolean {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  return filled.length > 0 && filled.every((value) => CODE.test(value));
}
