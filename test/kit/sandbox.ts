// A sandbox for one test, and a run against it inside the test's process. A test can replace each part of the run.
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { check } from '../../src/batch/check.ts';
import { RunControl } from '../../src/batch/input/control.ts';
import type { FileSettings } from '../../src/batch/input/settings.ts';
import type { RunHooks } from '../../src/batch/results/hooks.ts';
import type { RunEnd } from '../../src/batch/results/run-end.ts';
import { run } from '../../src/batch/run.ts';
import type { LiveSettings } from '../../src/batch/send/settings.ts';
import { DEFAULT_PROFILE } from '../../src/interface/profile.ts';
import { FileLedger } from '../../src/ledger/file/file-ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions } from '../../src/sandbox/options.ts';
import { Sandbox } from '../../src/sandbox/server.ts';
import { say } from '../../src/words/say.ts';
import { JumpingClock } from './clock.ts';

export async function sandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const started = await Sandbox.start(options);
  onTestFinished(() => started.stop());
  return started;
}

/** How many transfers the sandbox has for each memo. */
export function paidByMemo(service: Sandbox): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { memo } of service.store.transfers) paid.set(memo ?? '', (paid.get(memo ?? '') ?? 0) + 1);
  return paid;
}

/** No guard at all. */
export const NO_GUARDS: FileSettings['guards'] = {
  expectTotal: new Map(),
  maxAmount: new Map(),
  maxTotal: new Map(),
};

/** A dry run of the file `in.csv` in a folder. */
export const checkIn = (
  at: string,
  more: Partial<FileSettings> = {},
  hooks: Partial<RunHooks> = {},
): Promise<RunEnd> =>
  check(
    {
      file: join(at, 'in.csv'),
      results: join(at, 'out.csv'),
      profile: DEFAULT_PROFILE,
      say,
      useDeveloperFunds: false,
      documentsDir: at,
      guards: NO_GUARDS,
      clock: new JumpingClock(),
      ...more,
    },
    hooks,
    new RunControl(),
    'check',
  );

let runs = 0;

export async function runIn(
  at: string,
  url: string,
  more: Partial<LiveSettings> & {
    wrap?: (ledger: Ledger) => Ledger;
    hooks?: Partial<RunHooks>;
    control?: RunControl;
    /** In real time. It is short for tests whose service never responds, but a busy machine may exceed it. */
    timeoutMs?: number;
  } = {},
): Promise<RunEnd> {
  const {
    wrap = (ledger: Ledger): Ledger => ledger,
    hooks,
    control = new RunControl(),
    timeoutMs = 500,
    ...settings
  } = more;
  return run(
    {
      file: join(at, 'in.csv'),
      results: join(at, 'in.results.csv'),
      retry: join(at, 'in.retry.csv'),
      profile: DEFAULT_PROFILE,
      say,
      useDeveloperFunds: false,
      documentsDir: at,
      guards: NO_GUARDS,
      client: { baseUrl: url, authUrl: url, credentials: SANDBOX_CREDENTIALS, timeoutMs },
      openLedger: () => wrap(new FileLedger(join(at, 'l.db'), 'env', { create: true, accept: false })),
      concurrency: 3,
      quote: true,
      haltAfter: 5,
      requireFunds: false,
      maxInDoubt: 10,
      alikeOk: false,
      alikeDays: 3,
      acceptLedger: false,
      environment: 'env',
      clock: new JumpingClock(),
      random: () => 0.5,
      ...settings,
    },
    hooks ?? {},
    control,
    `run-${++runs}`,
  );
}

/** A ledger whose named methods fail while `failing()` is true, as on a full disk. */
export function failingLedger(
  ledger: Ledger,
  methods: readonly (keyof Ledger)[],
  failing: () => boolean,
  error: () => Error,
): Ledger {
  return new Proxy(ledger, {
    get(target, name: keyof Ledger) {
      const method = target[name] as string | number | ((...args: unknown[]) => unknown); // values, and methods
      if (typeof method !== 'function') return method;
      if (!methods.includes(name)) return method.bind(target);
      return (...args: unknown[]) => (failing() ? Promise.reject(error()) : method.apply(target, args));
    },
  });
}
