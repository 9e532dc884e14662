// What a part of the benchmark has measured: told line by line as it comes, and kept in last.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { here } from './child.js';

const file = here('./last.json');

export class Figures {
  list = [];

  /**
   * One figure. `kind`: whether `bound` is the least ('min') or the most ('max') that is good. `details`: what else
   * was measured, by name.
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

  /** One that could not be measured here. */
  skip = (name, why) => {
    this.list.push({ name, skipped: why });
    console.log(`skip ${name}: ${why}`);
  };
}

/** To two digits, or to three where two would look like the bound that is missed. */
const rounded = (value, bound, met) =>
  !met && Number(value.toFixed(2)) === bound ? value.toFixed(3) : value.toFixed(2);

/** Puts a part's figures in the place of its earlier ones; the parts stand in `order`. */
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
