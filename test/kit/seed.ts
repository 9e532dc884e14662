// One number decides all chance of a run of tests. It is the same every day; PAYBATCH_SEED takes another, and `random` one that
// nobody has seen.
const FIXED = 1;

export function seed(): number {
  const wanted = process.env['PAYBATCH_SEED'] ?? String(FIXED);
  const taken = wanted === 'random' ? Date.now() % 1_000_000 : Number(wanted);
  if (!Number.isSafeInteger(taken) || taken < 0)
    throw new Error(`PAYBATCH_SEED is a whole number or "random", not "${wanted}"`);
  return taken;
}

export const SEED = seed();
