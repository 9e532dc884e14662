// A memo that is a long number, as a spreadsheet saves it: 123456789012 comes back as 1.23457E+11. Its last digits are gone,
// so that no fingerprint can say which payment it was; what either may have been is looked up besides. Pure.
import { canonicalDecimal } from '../../../interface/decimal.ts';
import { payoutFingerprint } from '../../../interface/fingerprint.ts';
import { readMemo } from '../../../interface/plain-text.ts';
import type { PayoutRow } from '../../input/row.ts';

const SHORTENED = /^(\d)(?:[.,](\d{1,20}))?e\+(\d{2,3})$/;
/** Excel shortens from twelve digits on; a number of more is no number of anything. */
const LONG = /^[1-9]\d{11,39}$/;
/** So many digits stay. */
const KEPT = 6;

/** Whether a memo looks shortened: then payments with longer ones may be the same. */
export function isShortened(memo: string | undefined): boolean {
  return memo !== undefined && SHORTENED.test(readMemo(memo));
}

/** Whether a spreadsheet may have made `short` of `whole`. */
export function mayStandFor(short: string, whole: string): boolean {
  const [, first, rest = '', power = ''] = SHORTENED.exec(readMemo(short)) ?? [];
  if (first === undefined || !LONG.test(whole)) return false;
  const digits = `${first}${rest}`.padEnd(KEPT, '0');
  const lost = Number(power) + 1 - digits.length;
  if (lost < 0 || lost > whole.length) return false;
  const unit = 10n ** BigInt(lost);
  const off = BigInt(whole) - BigInt(digits) * unit;
  return (off < 0n ? -off : off) * 2n <= unit;
}

/** What the row would look like if its memo had been shortened before, in each way. */
export function shortenedFingerprints({ body }: PayoutRow): string[] {
  const whole = readMemo(body.memo ?? '');
  if (!LONG.test(whole)) return [];
  const unit = 10n ** BigInt(whole.length - KEPT);
  const rounded = ((BigInt(whole) + unit / 2n) / unit).toString();
  const power = whole.length - 1 + (rounded.length - KEPT);
  const [first = '', ...rest] = canonicalDecimal(`0.${rounded}`).slice(2);
  const signs = rest.length === 0 ? [''] : ['.', ','];
  return signs.map((sign) =>
    payoutFingerprint({ ...body, memo: `${first}${sign}${rest.join('')}e+${power}` }),
  );
}

/** What the row would look like with the memos of these bodies, of those that its own may have been made of. */
export function wholeFingerprints({ body }: PayoutRow, memos: ReadonlySet<string>): string[] {
  const { memo = '' } = body;
  return [...memos].flatMap((whole) =>
    mayStandFor(memo, whole) ? [payoutFingerprint({ ...body, memo: whole })] : [],
  );
}

/** The memo of a body as it was sent, as it is compared; empty where there is none. */
export function memoSent(body: string): string {
  try {
    const { memo } = JSON.parse(body) as { memo?: unknown }; // of our own making, or of a call's
    return typeof memo === 'string' ? readMemo(memo) : '';
  } catch {
    return '';
  }
}
