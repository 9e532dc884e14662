// Invented prices, the same for the same seed: a rate for each pair, and a fee of 0.1 % with a minimum. Exact
// decimals.
import Big from 'big.js';

import { minorUnits } from '../interface/currencies.ts';
import { seeded } from './random.ts';

export interface Price {
  /** Units of the destination currency for one of the source currency. */
  readonly rate: string;
  readonly fee: string;
  /** The amount in the source currency, without the fee. */
  readonly sourceAmount: string;
}

/** Rough units for one US dollar, so that quotes look like quotes. */
const PER_DOLLAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    USD: '1',
    USDC: '1',
    USDCT: '1',
    EUR: '0.86',
    GBP: '0.75',
    CHF: '0.8',
    JPY: '152',
    MXN: '18.4',
    BRL: '5.4',
    INR: '88',
    NGN: '1450',
    KES: '129',
    PHP: '58',
    KWD: '0.307',
  }),
);

/** The amount that leaves the source's balance. */
export const debitOf = ({ sourceAmount, fee }: Price): string => new Big(sourceAmount).plus(fee).toFixed();

export function price(seed: number, source: string, destination: string, receiverAmount: string): Price {
  const per = (currency: string): Big => new Big(PER_DOLLAR.get(currency) ?? '1');
  let pairSeed = seed;
  for (const char of `${source}/${destination}`) pairSeed = Math.imul(pairSeed, 31) + char.charCodeAt(0);
  const spread = source === destination ? '1' : (0.996 + seeded(pairSeed)() * 0.003).toFixed(6);
  const rate = per(destination).div(per(source)).times(spread).round(8);
  const digits = minorUnits(source);
  const net = new Big(receiverAmount).div(rate);
  const tenth = net.times('0.001');
  const fee = (tenth.lt('0.10') ? new Big('0.10') : tenth).round(Math.min(digits, 6), Big.roundUp);
  return {
    rate: rate.toFixed(),
    fee: fee.toFixed(),
    sourceAmount: net.round(Math.min(digits, 6), Big.roundUp).toFixed(),
  };
}
