// The service's id of something created, as it is compared: a UUID is the same in whatever case somebody copied it.
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** One spelling: UUIDs in small letters; whether case matters in any other id is the service's to say. */
export function oneSpelling(id: string): string {
  const text = id.trim();
  return UUID.test(text) ? text.toLowerCase() : text;
}

/** What the service may have written where somebody says this id. */
export function spellings(id: string): string[] {
  const own = oneSpelling(id);
  return UUID.test(own) ? [own, own.toUpperCase()] : [own];
}
