// One thing that the specification leaves open, with its default, the reason for it and the form of the setting.
import * as z from 'zod';

export interface Entry<S extends z.ZodType> {
  /** What is left open, and in which section. */
  readonly open: string;
  readonly default: z.infer<S>;
  readonly why: string;
  readonly schema: S;
}

export const entry = <S extends z.ZodType>(
  schema: S,
  open: string,
  value: z.infer<S>,
  why: string,
): Entry<S> => ({
  open,
  default: value,
  why,
  schema,
});

/** Field names of an answer, first match; dots lead into objects. */
export const names = z.array(z.string().min(1)).min(1);

/** The same where none at all is meaningful: nothing is looked at. */
export const namesOrNone = z.array(z.string().min(1));

/** An enumeration of which some values are known; `closed` refuses all others. */
export const closable = z.strictObject({ values: z.array(z.string().min(1)), closed: z.boolean() });
export type Closable = z.infer<typeof closable>;

/** A field of which the specification shows one value. */
export const enumeration = (field: string, value: string): Entry<typeof closable> =>
  entry(
    closable,
    `The full set of ${field}`,
    { values: [value], closed: false },
    'The specification shows one value. paybatch sends an unknown value with a warning',
  );

/** `undefined` for a text that is not a regular expression. Case is ignored. */
export function ownExpression(text: string): RegExp | undefined {
  try {
    // A user's own value: the caller bounds its text.
    return new RegExp(text, 'i');
  } catch {
    return undefined;
  }
}

export const expression = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => ownExpression(text) !== undefined, 'is not a regular expression');
