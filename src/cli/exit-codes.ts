// What each exit code says to a person, for help and README: the codes themselves stand in errors.ts.
import { EXIT } from '../errors.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'every row is `created`, `valid`, `quoted` or `duplicate`',
  refusedRows: 'some rows are `invalid`, `rejected` or `failed`: correct `NAME.retry.csv` and run that',
  unusable: 'usage, settings or input are unusable, or a guard refused: nothing was sent',
  inDoubt: 'some row is `in_doubt`, until a person settles it with `paybatch resolve`',
  stopped: 'stopped early (halt, signal, another run): running it again continues',
};

export const EXIT_CODES = (Object.keys(EXIT) as (keyof typeof EXIT)[]) // the keys of a table of our own
  .map((name) => ({ code: EXIT[name], meaning: MEANINGS[name] }));
