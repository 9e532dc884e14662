// The figures of one part of the benchmark. Each is printed when it is measured, and all are kept in last.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { here } from './child.js';

const file = here('./last.json');

export class Figures {
  list = [];

  /**
   * Reports one figure. `kind`: whether `bound` is the smallest ('min') or the largest ('max') good value. `details`:
   * other measured values, by name.
   */
  report = (name, value, bound, kind, details = {}) => {
    const met = kind === 'min' ? value >= bound : value <= bound;
    const more = Object.entries(details)
      .map(([key, text]) => `${key} ${text}`)
      .join(', ');
    const shown = rounded(value, bound, met);
    this.list.push({ name, value: Number(shown), bound, kind, met, details: more });
    console.log(`${met ? 'ok  ' : 'MISS'} ${name}: ${shown} (${kind} ${bound}; ${more})`);
  };

  /** Reports a figure that could not be measured here. */
  skip = (name, why) => {
    this.list.push({ name, skipped: why });
    console.log(`skip ${name}: ${why}`);
  };
}

/** Two decimals, or three if the missed bound would look met with two. */
const rounded = (value, bound, met) =>
  !met && Number(value.toFixed(2)) === bound ? value.toFixed(3) : value.toFixed(2);

/** Replaces the earlier figures of a part in last.json. `order`: the order of the parts in that file. */
export function keep(part, order, figures) {
  let known = {};
  try {
    known = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // the first run
  }
  const taken = new Date().toISOString().slice(0, 10);
  known[part] = { taken, node: process.versions.node, cores: availableParallelism(), figures };
  const all = Object.fromEntries(order.filter((name) => known[name]).map((name) => [name, known[name]]));
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}
