// Minor units as ISO 4217's list one has them, for the cases that libraries get wrong.
export const CURRENCY_SAMPLES: [string, number][] = [
  ['GBP', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['ISK', 0],
  ['HUF', 2],
  ['UGX', 0],
  ['CLF', 4],
  ['CLP', 0],
  ['MGA', 2],
  ['IQD', 3],
  ['USDC', 6],
  ['USDCT', 6],
  ['DOGE', 18],
];
