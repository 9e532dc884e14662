// A worker that has given back the last chunk looks at once whether its run is over: nobody waits for the next second.
import { describe, expect, it } from 'vitest';

import type { HostSettings } from '../../../src/batch/hosts/session.ts';
import { Worker } from '../../../src/batch/hosts/worker.ts';
import type { ServiceClient } from '../../../src/client/client.ts';
import { systemClock } from '../../../src/client/clock.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import type { Ledger, RunQueue, Submission } from '../../../src/ledger/ledger.ts';

const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

describe('the end of a shared run', () => {
  it.each([1, 3])('comes with the last of %i chunks, not with the next round of tending', async (chunks) => {
    const steps: string[] = [];
    let [handed, open, ended] = [0, chunks, false];
    const queue = {
      worker: 'one',
      fenced: undefined,
      take: () => {
        steps.push('take');
        // Whoever has got all of its rows done already gives it back as it is.
        const taken = handed < chunks ? { runId: 'r', chunk: handed++, items: [] } : undefined;
        return Promise.resolve(taken);
      },
      release: () => {
        steps.push('release');
        open--;
        return Promise.resolve();
      },
      tend: () => {
        steps.push('tend');
        if (open === 0) ended = true;
        return Promise.resolve();
      },
      submission: () => Promise.resolve(SUBMISSION),
      isAsSubmitted: () => Promise.resolve(true),
    } as unknown as RunQueue; // what a worker without rows asks of it
    const ledger = { lookup: () => Promise.resolve(new Map()) } as unknown as Ledger;
    const settings: HostSettings = {
      ...{ ledger, queue, made: CLIENT, concurrency: 4 },
      client: { baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1', credentials: CREDENTIALS },
      ...{ clock: systemClock, random: () => 0.5, at: () => undefined },
    };
    await new Worker(settings, { log: SILENT }).run(() => Promise.resolve(ended), 'r');
    const after = steps.slice(steps.lastIndexOf('release') + 1);
    // Once more in vain, then the end: no second look, which would come after a pause.
    expect(after.filter((step) => step === 'take')).toHaveLength(1);
    expect(after.indexOf('tend')).toBeGreaterThan(after.indexOf('take'));
  });
});

/** What a session without rows asks of it. */
const CLIENT = { stop: () => undefined, profile: DEFAULT_PROFILE } as unknown as ServiceClient;

const CREDENTIALS = { clientId: 'c', apiKey: 'k', apiSecret: 's' };

/** Every cast stands for what a session without rows looks at. */
const SUBMISSION = {
  ...{
    runId: 'r',
    kind: 'payouts',
    batchId: 'b',
    version: '1',
    rows: 0,
    file: 'f.csv',
    startedAt: new Date(0),
  },
  ...{ isQueued: true, isCutOff: false, stopped: '', ended: false, exitCode: null },
  settings: { profile: DEFAULT_PROFILE, quote: true, timeoutMs: 1_000, haltAfter: 5, plan: null, totals: {} },
} as unknown as Submission;
