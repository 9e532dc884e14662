// Interleaved rounds: every measure once a round, one after the other, so that a machine that is slow for a while is slow
// for all of them. The best of each counts.

/** `measures`: name -> async function. `best: 'most'` for rates, `'least'` for times; `of` finds the number in a value. */
export async function interleaved(rounds, measures, { best = 'most', of = (value) => value } = {}) {
  const top = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) {
      const value = await measure();
      const better =
        best === 'most' ? of(value) > of(top[name] ?? value) : of(value) < of(top[name] ?? value);
      if (!(name in top) || better) top[name] = value;
    }
  }
  return top;
}
