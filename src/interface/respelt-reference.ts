// References of the same letters and digits with other signs between them. Pure. Looked up by their spellings, for what the ledger
// has of a reference is folded by case, spaces and leading zeros alone (reference.ts).
import { foldedReference } from './reference.ts';

/** What programs put between the parts of a reference; a space is folded away. */
const SIGNS = ['-', '/', '.', '_', '#'] as const;
/** More parts, or longer ones, are nobody's numbering. */
const PARTS = 8;
const LONGEST = 60;
const PART = /\p{L}+|\p{N}+/gu;

const partsOf = (reference: string): string[] => foldedReference(reference).match(PART) ?? [];

/** Letters and digits, each run of them by itself: INV-1-12 and INV-11-2 are two, INV-12 and INV/12 one. */
export const signless = (reference: string): string => partsOf(reference).join(' ');

/** Folded spellings under which the same reference may be known, but for its own; few, and none for a plain number or word. */
export function respeltReferences(reference: string): string[] {
  if (reference.length > LONGEST) return [];
  const parts = partsOf(reference);
  if (parts.length < 2 || parts.length > PARTS) return [];
  const own = foldedReference(reference);
  // Two numbers, or two words, that nothing keeps apart are another one.
  const isMixed = parts.some((part, at) => at > 0 && isBetween(parts[at - 1], part));
  const spellings = SIGNS.flatMap((sign) => [
    joined(parts, sign, sign),
    ...(isMixed ? [joined(parts, sign, '')] : []),
  ]);
  return [...new Set(spellings)].filter((spelt) => spelt !== own);
}

const DIGIT = /^\p{N}/u;
const isBetween = (before = '', part: string): boolean => DIGIT.test(before) !== DIGIT.test(part);

/** `mixed`: what stands between letters and digits. */
const joined = (parts: readonly string[], sign: string, mixed: string): string =>
  parts.reduce((text, part, at) => text + (isBetween(parts[at - 1], part) ? mixed : sign) + part);
