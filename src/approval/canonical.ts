// RFC 8785: the canonical text of a JSON value, which a signature covers. Plans have no fractions, so JavaScript's
// numbers suffice.

/** Whether a text or a member's name has a lone surrogate: it has no canonical form. */
export function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasHalfCharacter);
  return Object.entries(value).some((member) => member.some(hasHalfCharacter));
}

/** Errors: a TypeError for a value without a canonical form, which is a defect. */
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
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is not JSON`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  // By UTF-16 code units, as the RFC has it and JavaScript sorts.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
}
