// migrate of a hundred thousand payouts, against csv-parse alone on the same file in the same run.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { here, timed } from './child.js';
import { folder, inputFile } from './files.js';

export async function benchMigrate(report) {
  const current = await inputFile(100_000);
  const file = `${folder}earlier.csv`;
  writeFileSync(file, readFileSync(current, 'utf8').replace('receiverAmount', 'amount'));
  const floor = await timed([here('./floor-parse.js'), file]);
  const out = `${folder}migrated`;
  const migrate = await timed([
    here('../../bin/paybatch.js'),
    'migrate',
    file,
    '--out',
    out,
    '--amount-is-receiver-amount',
  ]);
  rmSync(out, { recursive: true });
  report('migrate: rows a second, against csv-parse alone', floor.seconds / migrate.seconds, 0.2, 'min', {
    'rows/s': Math.round(100_000 / migrate.seconds),
    'peak MB': Math.round(migrate.peakMb),
  });
}
