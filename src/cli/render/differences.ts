// What tells texts apart that are the same but for what they quote: a cell, an id, a figure.

/** What may differ, longest first: what is quoted, an id, a number with its decimals. Bounded: 4,000 characters. */
const VALUE = /"[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}|\d+(?:[.,]\d+)*/gi;
/** Texts are compared by their beginnings. */
const LOOKED_AT = 4_000;
/** A name that somebody gave may be as long as a cell. */
const SHOWN = 40;

/** Of each text the first value that isn't the same in all of them; nothing where all are equal, or differ in more than values. */
export function differences(texts: readonly string[]): readonly string[] {
  const values = texts.map((text) => text.slice(0, LOOKED_AT).match(VALUE) ?? []);
  const [first = []] = values;
  if (values.some((one) => one.length !== first.length)) return [];
  const at = first.findIndex((value, place) => values.some((one) => one[place] !== value));
  return at === -1 ? [] : values.map((one) => short(one[at] ?? ''));
}

const short = (value: string): string => (value.length <= SHOWN ? value : `${value.slice(0, SHOWN - 4)}..."`);
