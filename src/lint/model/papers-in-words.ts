// Document types and fields of customers as people write them: "Ownership chart", "Source of funds". Headers and cells of
// tables are; no program says so.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import { isPaper, REMOVED_BREAKDOWN, REMOVED_FIELDS, REMOVED_TYPES } from './words.ts';

/** A removed type in a person's words, "Ownership chart" and "AML policy". Bounded words. */
export const TYPES_IN_WORDS = new RegExp(
  [...REMOVED_TYPES.keys()]
    .map((type) =>
      type
        .replace(/([a-z])(?=[A-Z])/g, '$1 ')
        .replace('z', '[sz]')
        .replace('Licenses', 'Licen[cs]es'),
    )
    .join('|'),
  'i',
);
/** `incomingAchAvgUsdValue` and `isKYCPerformed` as words apart: each hump, and capitals that stand together. */
const wordsIn = (name: string): string =>
  name.replace(/([a-z])(?=[A-Z\d])|(\d)(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2$3 ');
/** A removed field of customers in a person's words, as the first cells of a column are. Bounded words. */
export const FIELDS_IN_WORDS = new RegExp(
  [...REMOVED_FIELDS.keys(), ...REMOVED_BREAKDOWN.keys()]
    .map(wordsIn)
    .filter((words) => words.includes(' '))
    .join('|'),
  'i',
);
const FROM_WORDS: ReadonlyMap<string, string> = new Map(
  [...REMOVED_TYPES.keys(), REQUIRED_DOCUMENT_TYPE].map((type) => [type.toLowerCase(), type]),
);

/** The document that a person means: "Organisation chart", "Bank statements (3 months)". Bounded: 80 characters. */
export function paperInWords(said: string): string | undefined {
  if (said.length > 80) return undefined;
  const words = said.replace(/\([^()]*\)/g, ' ').match(/[A-Za-z]+/g) ?? [];
  const plain = words
    .join('')
    .toLowerCase()
    .replace('organisation', 'organization')
    .replace('licences', 'licenses');
  const known = FROM_WORDS.get(plain) ?? FROM_WORDS.get(`${plain}s`);
  if (known !== undefined) return known;
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join('');
  return words.length > 1 && isPaper(name) ? name : undefined;
}
