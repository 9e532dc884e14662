// check of a million rows, against csv-parse alone on the same file in the same run.
import { here, timed } from './child.js';
import { inputFile } from './files.js';

const cli = here('../../bin/paybatch.js');

export async function benchCheck(report) {
  const big = await inputFile(1_000_000);
  const small = await inputFile(100_000);
  const floor = await timed([here('./floor-parse.js'), big]);
  const check = await timed([cli, 'check', big]);
  const few = await timed([cli, 'check', small]);
  report('check: rows a second, against csv-parse alone', floor.seconds / check.seconds, 0.7, 'min', {
    'rows/s': Math.round(1e6 / check.seconds),
    'csv-parse rows/s': Math.round(1e6 / floor.seconds),
  });
  report('check: peak memory at 1,000,000 rows (MB)', check.peakMb, 250, 'max', {
    floorMb: Math.round(floor.peakMb),
  });
  report('check: peak memory at 1,000,000 against 100,000 rows', check.peakMb / few.peakMb, 1.5, 'max', {
    'MB at 100,000': Math.round(few.peakMb),
  });
}
