// Phone numbers that can exist. Apart from the schema, since the numbering plans of all countries are a large part and
// only customers need them: import this file when it is needed.
import { parsePhoneNumberFromString, PhoneNumber } from 'libphonenumber-js/max';

/** What is wrong with a phone number in international format (2.1), or `undefined`. */
export function phoneIssue(text: string): string | undefined {
  if (!text.startsWith('+')) return 'must be international and begin with +';
  if (!/^\+[\d\s().-]+$/.test(text)) return 'may only have digits, spaces and separators after the +';
  if (/^\+\d+$/.test(text) && isValidAsItStands(text)) return undefined;
  const parsed = parsePhoneNumberFromString(text);
  if (!parsed) return 'is not a phone number';
  return parsed.isValid() ? undefined : 'is not a number that exists in any numbering plan';
}

/** Whether it is valid without being taken apart, as nearly all are: that takes less than half the time. */
function isValidAsItStands(digits: string): boolean {
  try {
    return new PhoneNumber(digits).isValid();
  } catch {
    return false; // no calling code, or nothing behind it
  }
}
