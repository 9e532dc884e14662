// How often chance is tried. A run of all tests tries a few with a seed of its own; PAYBATCH_TEST_TRIALS=10 tries ten times as many.
const TIMES = Number(process.env['PAYBATCH_TEST_TRIALS'] ?? 1);

export const trials = (few: number): number => Math.max(1, Math.round(few * TIMES));
