// Variables of a script that stand in the objects of its commands: `{"documents": ["$DOC"]}`, and jq's `[$doc]`.
import type { Span, Value } from '../model/model.ts';

/** A script's variable: its text, and where that stands in the file. */
export interface Variable {
  readonly text: string;
  readonly at: Span;
}

/** What stands where a text is nothing but a variable: `$DOC`, `${DOC}`. */
export function variableOf(
  text: string,
  variable: ((name: string) => Variable | undefined) | undefined,
): Value | undefined {
  const known = /^\$\{?(\w+)\}?$/.exec(text)?.[1];
  const stands = known === undefined ? undefined : variable?.(known);
  return stands && { kind: 'text', ...stands };
}
