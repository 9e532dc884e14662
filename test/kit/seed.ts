// One seed decides everything that is random in a test run. It is always the same, so that a failing test fails again.
// PAYBATCH_SEED sets another seed, and `random` a new one. TRIALS=10 makes ten times as many trials, for nightly runs.
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

/** The number of random trials, multiplied by TRIALS. */
export const trials = (few: number): number => Math.max(1, Math.round(few * TIMES));

// This file is loaded before every file of tests, so that all properties of fast-check use the one seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
