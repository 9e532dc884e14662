// One number decides all chance of a run of tests. It is the same every day, so that a red test stays red;
// PAYBATCH_SEED takes another, and `random` one that nobody has seen. TRIALS=10 tries ten times as often, for the
// night.
import fc from 'fast-check';

const FIXED = 1;

export function seed(): number {
  const wanted = process.env['PAYBATCH_SEED'] ?? String(FIXED);
  const taken = wanted === 'random' ? Date.now() % 1_000_000 : Number(wanted);
  if (!Number.isSafeInteger(taken) || taken < 0)
    throw new Error(`PAYBATCH_SEED is a whole number or "random", not "${wanted}"`);
  return taken;
}

export const SEED = seed();

const TIMES = Number(process.env['TRIALS'] ?? 1);

/** How often chance is tried, by day and by night. */
export const trials = (few: number): number => Math.max(1, Math.round(few * TIMES));

// Ahead of every file of tests: all laws take their chances from the one seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
