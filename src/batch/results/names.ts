// What the files beside an input are called. Only the ending `.csv` is replaced: `pay.csv` and `pay.tsv` are two files.
import { basename, dirname, join } from 'node:path';

/** What a story's results are called by; a run against a sandbox of its own never touches a real run's files. */
export type ResultsEnding = 'results' | 'check' | 'quote' | 'sandbox' | 'funds';

const stem = (file: string): string => basename(file).replace(/\.csv$/i, '');

/** `payouts.csv` gives `payouts.results.csv` beside it. */
export function resultsName(file: string, ending: ResultsEnding): string {
  return join(dirname(file), `${stem(file)}.${ending}.csv`);
}

/** Beside the results. */
export function retryName(file: string, results: string, ending: ResultsEnding): string {
  const own = ending === 'sandbox' ? 'sandbox.retry' : 'retry';
  return join(dirname(results), `${stem(file)}.${own}.csv`);
}
