// Names of the files beside an input. Only the ending `.csv` is replaced: `pay.csv` and `pay.tsv` are two files.
import { basename, dirname, join } from 'node:path';

/** A run with --sandbox never touches the files of a real run. */
export type ResultsEnding = 'results' | 'check' | 'quote' | 'sandbox' | 'funds';

const stem = (file: string): string => basename(file).replace(/\.csv$/i, '');

/** `payouts.csv` gives `payouts.results.csv` beside it. */
export function resultsName(file: string, ending: ResultsEnding): string {
  return join(dirname(file), `${stem(file)}.${ending}.csv`);
}

/** A retry file is numbered: `pay.retry.csv` is the first. */
const RETRY = /^(.*)\.retry(?:-(\d+))?\.csv$/i;

/** With the results. `pay.csv` gives `pay.retry.csv`, that gives `pay.retry-2.csv`, and that `pay.retry-3.csv`. */
export function retryName(file: string, results: string, ending: ResultsEnding): string {
  const [, name = stem(file), number] = RETRY.exec(basename(file)) ?? [];
  const own = ending === 'sandbox' ? 'sandbox.retry' : 'retry';
  const first = join(dirname(results), `${name}.${own}.csv`);
  return RETRY.test(basename(file)) ? nextRetryName(first, Number(number ?? 1)) : first;
}

/** `count` names after this one: one after `pay.retry.csv` is `pay.retry-2.csv`. */
export function nextRetryName(path: string, count: number): string {
  const [, name = '', number = '1'] = /^(.*?)(?:-(\d+))?\.[^.]+$/.exec(path) ?? [];
  const ending = path.slice(path.lastIndexOf('.'));
  const next = Number(number) + count;
  return next === 1 ? path : `${name}-${next}${ending}`;
}
