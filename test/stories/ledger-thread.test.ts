// Tests inside this process run commands without the ledger's thread. A command of its own has it.
import type { Worker } from 'node:worker_threads';

import { expect, it, onTestFinished } from 'vitest';

import { program } from '../../src/cli/program.ts';
import { serviceEnv } from '../kit/cli.ts';
import { folder } from '../kit/folder.ts';
import { fakeIo } from '../kit/io.ts';
import { numbered, payouts } from '../kit/payouts.ts';
import { sandbox } from '../kit/sandbox.ts';

it.each([false, true])(
  'a run starts one for its ledger, unless the process is to have none: %s',
  async (singleThread) => {
    const started: Worker[] = [];
    const see = (worker: Worker): void => void started.push(worker);
    process.on('worker', see);
    onTestFinished(() => void process.off('worker', see));
    const service = await sandbox();
    const at = folder({ 'in.csv': payouts(numbered(2)) });
    const io = fakeIo(at, serviceEnv(service.url), { singleThread });
    expect(await program(['run', `${at}/in.csv`, '--ledger', `${at}/l.db`, '--yes'], io)).toBe(0);
    expect(started).toHaveLength(singleThread ? 0 : 1);
    expect(service.store.transfers).toHaveLength(2);
  },
);
