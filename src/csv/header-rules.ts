// What the names in a header may be: fields, those that a map calls otherwise, and the operator's own. Compares names; judges nothing.
export interface HeaderRules {
  readonly file: string;
  readonly delimiter: string;
  readonly fields: readonly string[];
  readonly ignorePrefix: string;
  /** Their header -> our field; `null` for a column that is not wanted. */
  readonly map?: ReadonlyMap<string, string | null>;
  /** Their headers that are known without being a field: what a row is looked up by. */
  readonly keys?: readonly string[];
  /** Whether an import profile can be drafted for such a file. */
  readonly drafts?: boolean;
  /** Fields beside those, by their form. */
  readonly accepts: (name: string) => boolean;
  /** What to say, behind its name, of one that used to be a field. */
  readonly removed: (name: string) => string | undefined;
}

/** Names of columns are compared without regard to case and the spaces around them. */
export const folded = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** What a header cell means: the field's own spelling where it is one, else the cell's; `null`: it is not wanted. */
export function fieldNames(
  fields: readonly string[],
  map?: ReadonlyMap<string, string | null>,
): (cell: string) => string | null {
  const known = new Map(fields.map((field) => [folded(field), field]));
  const mapped = new Map([...(map ?? [])].map(([from, to]) => [folded(from), to]));
  return (cell) => {
    const target = mapped.get(folded(cell));
    if (target === null) return null;
    const name = target?.trim() ?? cell.trim();
    return known.get(folded(name)) ?? name;
  };
}

/** One of ours, by name or by its form. */
export const isField = (field: string, { fields, accepts }: HeaderRules): boolean =>
  fields.includes(field) || accepts(field);

/** The operator's own: no field, by its own name or by the map's. */
export function isIgnored(field: string, rules: HeaderRules): boolean {
  return folded(field).startsWith(rules.ignorePrefix) && !rules.fields.includes(field);
}

/** A name from the file in a message: control characters shown, length bounded. */
export function printable(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}...` : text;
  return cut.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
