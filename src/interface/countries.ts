// Country codes of ISO 3166-1 (alpha-2), and what to say of the wrong ones that people really write.
import { iso31661 } from 'iso-3166/1.js';

export const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));

/** Codes that are used elsewhere (traffic, tax, top-level domains) or were withdrawn. */
const MISTAKEN: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  EN: 'GB',
  SP: 'ES',
  SU: 'RU',
  AN: 'CW',
};

const BY_NAME = new Map(
  iso31661.flatMap(({ name, alpha2, alpha3 }) => [
    [name.toUpperCase(), alpha2],
    [alpha3, alpha2],
  ]),
);

/** The code that was probably meant, or `undefined`. */
export function countryMeant(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  return COUNTRIES.has(upper) ? upper : (MISTAKEN[upper] ?? BY_NAME.get(upper));
}
