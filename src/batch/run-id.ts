// A run's id: when it began, and enough chance to tell two that began in the same second apart.

/** Such as `20261121-053000-a1b2c3` (UTC). */
export function newRunId(from: { now(): number; random(): number }): string {
  const time = new Date(from.now()).toISOString().replace(/[-:]/g, '').slice(0, 15).replace('T', '-');
  const chance = Math.floor(from.random() * 2 ** 24);
  return `${time}-${chance.toString(16).padStart(6, '0')}`;
}
