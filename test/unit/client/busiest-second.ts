// The busiest second in a list of times.

/** The largest number of times within one second. `times`: milliseconds, in ascending order. */
export function mostInASecond(times: readonly number[]): number {
  let most = 0;
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= 1000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}
