// Interleaved rounds: each round runs every measure once, so that a machine that is slow for a while is slow for all
// of them. The best value of each measure counts.

/**
 * `measures`: name -> async function. `best: 'most'` for rates, `'least'` for times; `of` finds the number in a value.
 */
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

/**
 * Compares two measures whose difference is smaller than the noise of a machine. Each round runs both, and they take
 * turns to be first. Returns the median of the ratios, so that one disturbed round has little effect.
 */
export async function paired(rounds, first, second, of = (value) => value) {
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const swapped = round % 2 === 1;
    const before = await (swapped ? second : first)();
    const after = await (swapped ? first : second)();
    pairs.push(swapped ? [after, before] : [before, after]);
  }
  const ratios = pairs.map(([one, other]) => of(one) / of(other)).sort((a, b) => a - b);
  const middle = ratios.length >> 1;
  const ratio = ratios.length % 2 === 1 ? ratios[middle] : (ratios[middle - 1] + ratios[middle]) / 2;
  const least = (at) => pairs.map((pair) => pair[at]).reduce((a, b) => (of(b) < of(a) ? b : a));
  return { ratio, spread: [ratios[0], ratios.at(-1)], first: least(0), second: least(1) };
}
