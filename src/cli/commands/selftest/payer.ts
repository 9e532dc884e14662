// The process that selftest kills. It pays one file with the same code as `run`. At the step that the job names it
// kills itself, as `kill -9` would.
import { runFile } from '../../../run-file.ts';
import { SANDBOX_CREDENTIALS } from '../../../sandbox/options.ts';
import { crashPoint } from '../../this-process.ts';
import { type Job, NOT_ABLE } from './kill-runs.ts';

const NEVER = 1_000_000;

async function pay({ crash, folder, ...job }: Job): Promise<number> {
  const { exitCode } = await runFile({
    ...job,
    baseUrl: job.url,
    authUrl: job.url,
    credentials: SANDBOX_CREDENTIALS,
    documentsDir: folder,
    concurrency: 3,
    // Responses get lost on purpose: the run must not stop for that.
    haltAfter: NEVER,
    maxInDoubt: NEVER,
    hooks: { reached: crashPoint({ PAYBATCH_TEST_CRASH: crash }) },
  });
  return exitCode;
}

const job = JSON.parse(process.argv[2] ?? '') as Job; // from kill-runs.ts
void pay(job)
  .catch((error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    return NOT_ABLE;
  })
  .then((code) => process.exit(code));
