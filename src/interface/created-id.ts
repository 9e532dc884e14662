// The service's id of something created, in the form that is compared: a UUID is the same in upper and lower case.
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** One spelling: UUIDs in small letters; in any other id case may matter. */
export function oneSpelling(id: string): string {
  const text = id.trim();
  return UUID.test(text) ? text.toLowerCase() : text;
}

/** The spellings that the service may have used for this id. */
export function spellings(id: string): string[] {
  const own = oneSpelling(id);
  return UUID.test(own) ? [own, own.toUpperCase()] : [own];
}

/** The form of an id: its marks, and the number of letters and digits between them. A UUID's is 8-4-4-4-12. */
export const idForm = (id: string): string =>
  id.trim().replace(/[A-Za-z0-9]+/g, (part) => String(part.length));

export const UUID_FORM = '8-4-4-4-12';

const PRINTABLE = /^[\x21-\x7e]{1,200}$/;
/** A formula, an apostrophe that marks text, an error value, a long number in scientific notation. */
const FROM_SPREADSHEET = /^[=']|^#(?:[A-Z/\d]+[!?]|N\/A|#+)$|^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;

/** Whether the text can be an id: false for an id that a spreadsheet has changed. */
export const canBeId = (text: string): boolean => PRINTABLE.test(text) && !FROM_SPREADSHEET.test(text);
