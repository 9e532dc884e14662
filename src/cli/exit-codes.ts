// The exit codes (CONTRACT, Results), for help and README.

export const EXIT_CODES = [
  { code: 0, meaning: 'every row is `created`, `valid`, `quoted` or `duplicate`' },
  {
    code: 1,
    meaning: 'some rows are `invalid`, `rejected` or `failed`: correct `NAME.retry.csv` and run that',
  },
  { code: 2, meaning: 'usage, settings or input are unusable, or a guard refused: nothing was sent' },
  { code: 3, meaning: 'some row is `in_doubt`, until a person settles it with `paybatch resolve`' },
  { code: 4, meaning: 'stopped early (halt, signal, another run): running it again continues' },
] as const;
