// A regular expression that a user wrote into a setting: what it is, and whether it is one. Its time is the user's own
// affair; whoever asks it bounds the text that it sees.
import * as z from 'zod';

const LONGEST = 500;

/** `undefined` for a text that is not a regular expression. Case is ignored. */
export function ownExpression(text: string): RegExp | undefined {
  try {
    // A user's own: its text is bounded by whoever asks.
    return new RegExp(text, 'i');
  } catch {
    return undefined;
  }
}

export const expression = z
  .string()
  .min(1)
  .max(LONGEST)
  .refine((text) => ownExpression(text) !== undefined, 'is not a regular expression');
