// The process that selftest kills. It pays one file, with the story, the client, the ledger and the disk of `run`
// (batch/run.ts); what the command adds around them, flags and words for people, would only be loaded two hundred times. It
// is started ahead, told of its job later, and ends itself at the moment that the job names as `kill -9` does.
import { runFile } from '../../../batch/run-file.ts';
import { SANDBOX_CREDENTIALS } from '../../../sandbox/options.ts';
import { crashPoint } from '../../this-process.ts';
import type { Job, Told } from './payer-process.ts';

const NEVER = 1_000_000;

async function pay({ crash, folder, ...job }: Job): Promise<void> {
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
    hooks: { at: crashPoint({ PAYBATCH_TEST_CRASH: crash }) },
  });
  tell({ exitCode });
}

function tell(told: Told): void {
  process.send?.(told, () => process.exit(0));
}

process.once('message', (job: Job) => {
  pay(job).catch((error: unknown) => {
    tell({ failed: error instanceof Error ? error.message : String(error) });
  });
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
