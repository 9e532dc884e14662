// What a spreadsheet has left in a cell that is to become a field: errors of formulas, dates that it keeps as numbers, long
// numbers whose last digits are gone. Told with the repair that a person may choose; never repaired here.
import { printable } from '../../../csv/header.ts';
import type { CellKind } from '../../../csv/records.ts';

/** A spreadsheet keeps this many digits of a number. */
const KEPT_DIGITS = 15;

const ERROR =
  /^#(?:REF!|VALUE!|N\/A|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|BEZUG!|WERT!|NV|WERT\?|ZAHL!|#+)$/i;

/** Behind the field's name; `undefined` where there is nothing to say. `kind`: of a workbook's cell. */
export function issueOfCell(cell: string, kind: CellKind | undefined, field: string): string | undefined {
  const text = cell.trim();
  const shown = `"${printable(text)}"`;
  switch (kind) {
    case 'formula':
      return 'is a formula that the file holds no value of: open the workbook in a spreadsheet, save it, and use that file';
    case 'error':
      return `${shown} is an error of a formula: correct it in the sheet`;
    case 'date':
      return dateIssue(text, field);
    case 'number':
      return numberIssue(text, shown, field);
    case 'boolean':
    case 'text':
    case 'empty':
    case undefined:
      return ERROR.test(text)
        ? `${shown} is an error of a spreadsheet's formula: correct it in the sheet`
        : undefined;
    default:
      return kind satisfies never;
  }
}

/** Fields in which a number that stands for a day does harm. */
const NO_DATE: ReadonlySet<string> = new Set(['receiverAmount', 'reference']);

function dateIssue(text: string, field: string): string | undefined {
  if (!NO_DATE.has(field)) return undefined;
  const what = field === 'receiverAmount' ? 'an amount' : 'a reference';
  return `is a date, which the sheet keeps as the number ${printable(text, 20)}, and no ${what.slice(what.indexOf(' ') + 1)}: format the column as text and enter it anew`;
}

function numberIssue(text: string, shown: string, field: string): string | undefined {
  if (/e/i.test(text)) {
    // Of a customer, it may be personal.
    return `${NO_DATE.has(field) ? `${shown} ` : ''}is a number that the sheet keeps shortened: its last digits may be lost. Format the column as text, and enter it anew from where it came from`;
  }
  const [whole = '', fraction] = text.split('.');
  if (field === 'receiverAmount') {
    if (fraction === undefined || fraction.length <= 8) return undefined;
    return `${shown} is what the sheet keeps, whatever it shows: round it there, with =ROUND(...;2), and save the values`;
  }
  if (field !== 'reference' || whole.replace(/^-?0*/, '').length <= KEPT_DIGITS) return undefined;
  return `${shown} is a number of more than ${KEPT_DIGITS} digits, the most that a sheet keeps: format the column as text, and enter it anew from where it came from`;
}
