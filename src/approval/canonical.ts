// RFC 8785: the one text of a JSON value, which is what a signature covers. Plans hold texts, whole numbers, booleans, null,
// lists and objects; a fraction is text in here, so the RFC's rules for numbers are those of JavaScript.

/** Of a JSON value: whether a text in it, a member's name too, has no canonical form, so that no signature can cover it. */
export function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasHalfCharacter);
  return Object.entries(value).some((member) => member.some(hasHalfCharacter));
}

/** Errors: a TypeError for what JSON has no one text for: a defect here, never a person's doing. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw new TypeError('half a character has no canonical form');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('a plan holds whole numbers alone');
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is no JSON`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // By UTF-16 code units, as the RFC has it and JavaScript sorts.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
}
