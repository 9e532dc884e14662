// A ledger on Postgres against one in a file: the same run, in turn, each in a process of its own against a service of its own.
// The server is the one that PAYBATCH_TEST_POSTGRES names (an address of a role that owns its database), with fsync on.
import { inputFile } from './files.js';
import { measure } from './live/measure.js';
import { interleaved } from './rounds.js';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ROWS = 4_000 * Number(process.env.SCALE ?? 1);
const CONCURRENCY = 50;
const NAMES = {
  speed: 'live run on Postgres: against the same run with a ledger in a file',
  calls: 'live run on Postgres: questions to the database for each row',
};

export async function benchPostgres(report, skip) {
  const address = process.env.PAYBATCH_TEST_POSTGRES ?? '';
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const why = !address.startsWith('postgres')
    ? 'PAYBATCH_TEST_POSTGRES names no server'
    : major < 22 || (major === 22 && minor < 12)
      ? `Postgres needs Node 22.12, this is ${process.versions.node}`
      : undefined;
  if (why !== undefined) {
    for (const name of Object.values(NAMES)) skip(name, why);
    return;
  }
  const job = { what: 'paybatch', file: await inputFile(ROWS), rows: ROWS, concurrency: CONCURRENCY };
  const top = await interleaved(
    ROUNDS,
    { file: () => measure({ ...job, ledger: true }), postgres: () => measure({ ...job, ledger: address }) },
    { of: (measured) => measured.perSecond },
  );
  const { file, postgres } = top;
  const details = {
    'file/s': Math.round(file.perSecond),
    'postgres/s': Math.round(postgres.perSecond),
    'file CPU µs': file.cpu,
    'postgres CPU µs': postgres.cpu,
  };
  report(NAMES.speed, postgres.perSecond / file.perSecond, 0.7, 'min', details);
  report(NAMES.calls, postgres.calls / ROWS, 1, 'max', { questions: postgres.calls });
}
