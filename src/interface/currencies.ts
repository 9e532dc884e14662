// Minor units by currency: ISO 4217 for fiat, six for the two stablecoins of section 2.6.
import { fractionDigits } from './decimal.ts';

const NO_MINOR_UNIT = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const TWO =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
  'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
  'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
  'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP ' +
  'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG ' +
  'YER ZAR ZMW ZWG';
const THREE = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR = 'CLF UYW';
const SIX = 'USDC USDCT';

const entries = (codes: string, digits: number): [string, number][] =>
  codes.split(' ').map((c) => [c, digits]);

/** Currency code to digits after the point. */
export const MINOR_UNITS: ReadonlyMap<string, number> = new Map([
  ...entries(NO_MINOR_UNIT, 0),
  ...entries(TWO, 2),
  ...entries(THREE, 3),
  ...entries(FOUR, 4),
  ...entries(SIX, 6),
]);

/** A currency's code as guards and approvals compare it. */
export const currencyOf = (name: string): string => name.trim().toUpperCase();

/** Digits allowed for a currency that the table doesn't know (an ERC-20 token has 18). */
const UNKNOWN_CURRENCY_DIGITS = 18;

/** Digits after the point that an amount in this currency may have. */
export function minorUnits(currency: string): number {
  return MINOR_UNITS.get(currency) ?? UNKNOWN_CURRENCY_DIGITS;
}

/**
 * An amount as people read it: with at least the minor units of its currency, where they are known, and all its
 * digits. Never rounded.
 */
export function inFull(amount: string, currency: string): string {
  const missing = (MINOR_UNITS.get(currency.toUpperCase()) ?? 0) - fractionDigits(amount);
  if (missing <= 0) return amount;
  return `${amount}${amount.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}
