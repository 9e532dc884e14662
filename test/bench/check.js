// check of a million rows, against csv-parse alone on the same file in the same rounds.
import { here, timed } from './child.js';
import { inputFile } from './files.js';
import { interleaved } from './rounds.js';

const ROWS = 1_000_000;
const cli = here('../../bin/paybatch.js');

export async function benchCheck(report) {
  const big = await inputFile(ROWS);
  const small = await inputFile(100_000);
  const { floor, check } = await interleaved(
    3,
    {
      floor: () => timed([here('./floor-parse.js'), big]),
      check: () => timed([cli, 'check', big]),
    },
    { best: 'least', of: ({ seconds }) => seconds },
  );
  const few = await timed([cli, 'check', small]);
  report('check: rows a second, against csv-parse alone', floor.seconds / check.seconds, 1.3, 'min', {
    'rows/s': Math.round(ROWS / check.seconds),
    'csv-parse rows/s': Math.round(ROWS / floor.seconds),
  });
  report('check: peak memory at 1,000,000 rows (MB)', check.peakMb, 300, 'max', {
    'csv-parse MB': Math.round(floor.peakMb),
  });
  report('check: peak memory at 1,000,000 against 100,000 rows', check.peakMb / few.peakMb, 1.5, 'max', {
    'MB at 100,000': Math.round(few.peakMb),
  });
}
