// migrate of a hundred thousand payouts, against csv-parse alone on the same file in the same rounds.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { here, timed } from './child.js';
import { folder, inputFile } from './files.js';
import { interleaved } from './rounds.js';

const ROWS = 100_000;

export async function benchMigrate(report) {
  const current = await inputFile(ROWS);
  const file = `${folder}earlier.csv`;
  writeFileSync(file, readFileSync(current, 'utf8').replace('receiverAmount', 'amount'));
  const out = `${folder}migrated`;
  const migrateIt = async () => {
    rmSync(out, { recursive: true, force: true });
    const cli = here('../../bin/paybatch.js');
    return timed([cli, 'migrate', file, '--out', out, '--amount-is-receiver-amount']);
  };
  const { floor, migrate } = await interleaved(
    3,
    { floor: () => timed([here('./floor-parse.js'), file]), migrate: migrateIt },
    { best: 'least', of: ({ seconds }) => seconds },
  );
  rmSync(out, { recursive: true });
  report('migrate: rows a second, against csv-parse alone', floor.seconds / migrate.seconds, 0.4, 'min', {
    'rows/s': Math.round(ROWS / migrate.seconds),
    'csv-parse rows/s': Math.round(ROWS / floor.seconds),
    'peak MB': Math.round(migrate.peakMb),
  });
}
