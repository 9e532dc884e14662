// References of rows as they are compared: what is one reference, and what differs only in ways that a person or a
// spreadsheet doesn't see. Shared by the reader of a file and the ledger.

const PLAIN = /^[\x21-\x7e]*$/;

/** A reference without spaces around it, composed (NFC): the text under which it is known for ever. */
export function composedReference(text: string): string {
  const trimmed = text.trim();
  return PLAIN.test(trimmed) ? trimmed : trimmed.normalize('NFC');
}

/**
 * What stays of a reference when case, width, spaces, invisible characters and leading zeros are put aside: what a
 * spreadsheet or a person typing it may change.
 */
export function foldedReference(reference: string): string {
  const folded = PLAIN.test(reference) ? reference.toLowerCase() : foldedText(reference);
  return folded.startsWith('0') ? folded.replace(/^0+(?=.)/, '') : folded;
}

/** Folding one thing may lay bare another: again, until nothing changes. */
function foldedText(text: string): string {
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC');
  return folded === text ? folded : foldedText(folded);
}
