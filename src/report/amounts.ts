// Amounts as people read them in a report, the same in every form of it.
import { inFull } from '../interface/currencies.ts';

/** Digits in groups of three; the decimals as they are. */
export function grouped(amount: string): string {
  const [whole = '', decimals] = amount.split('.');
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])].join(',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/** As people read it: with its currency's own digits, in groups. Of a row whose amount can't be read, the currency alone. */
export const amountText = (amount: string, currency: string): string =>
  amount === '' ? currency : `${grouped(inFull(amount, currency))} ${currency}`;
