// References of the same letters and digits with other signs between them. Pure. Looked up by their spellings, for what the ledger
// has of a reference is folded by case, spaces and leading zeros alone (reference.ts).
import { foldedReference } from './reference.ts';

/** What programs put between the parts of a reference, the usual first; a space is folded away. */
const SIGNS = ['-', '/', '.', '_', '#', ':', '+', ',', '\\'] as const;
/** Of a reference with more than one place for a sign, those that stand at all of them. */
const THROUGHOUT = SIGNS.slice(0, 4);
/** And those that stand at one while another is elsewhere. */
const MINGLED = SIGNS.slice(0, 2);
/** So many are looked up for a reference. */
const MOST = 11;
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
  const spelt = parts.length === 2 ? inTwo(parts) : [...throughout(parts), ...mingled(parts, own)];
  return [...new Set(spelt)].filter((one) => one !== own).slice(0, MOST);
}

/** One place: any sign; nothing only between letters and digits, for two numbers that nothing keeps apart are another one. */
function inTwo(parts: readonly string[]): string[] {
  const [first = '', second = ''] = parts;
  const signed = SIGNS.map((sign) => joined(parts, [sign]));
  return isBetween(first, second) ? [first + second, ...signed, `(${first})${second}`] : signed;
}

/** One sign at all places, or at all but those between letters and digits. */
const throughout = (parts: readonly string[]): string[] =>
  THROUGHOUT.flatMap((sign) => [
    joined(parts, placesOf(parts, sign, sign)),
    joined(parts, placesOf(parts, sign, '')),
  ]);

/** Two signs: of three parts at either place (RE-2024/1100); of more, at the places where it has signs, if they are two. */
function mingled(parts: readonly string[], own: string): string[] {
  const gaps = own.split(PART).slice(1, -1);
  const isFree = parts.length === 3;
  if (!isFree && gaps.filter((gap) => gap !== '').length !== 2) return [];
  const choices = gaps.map((gap, at): readonly string[] => {
    if (!isFree) return gap === '' ? [''] : MINGLED;
    if (!isBetween(parts[at], parts[at + 1])) return MINGLED;
    return isBetween(parts[1 - at], parts[2 - at]) ? [...MINGLED, ''] : [...MINGLED, '', '#'];
  });
  return choices
    .reduce<string[][]>((begun, next) => begun.flatMap((some) => next.map((sign) => [...some, sign])), [[]])
    .map((signs) => joined(parts, signs));
}

const DIGIT = /^\p{N}/u;
const isBetween = (before = '', part = ''): boolean => DIGIT.test(before) !== DIGIT.test(part);

const placesOf = (parts: readonly string[], sign: string, mixed: string): string[] =>
  parts.slice(1).map((part, at) => (isBetween(parts[at], part) ? mixed : sign));

const joined = (parts: readonly string[], signs: readonly string[]): string =>
  parts.reduce((text, part, at) => text + (signs[at - 1] ?? '') + part, '');
