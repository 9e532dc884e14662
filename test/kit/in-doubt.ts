// A folder with a run that left rows in doubt, and a function for the commands that a person runs there afterwards.
import { join } from 'node:path';

import { expect } from 'vitest';

import type { Sandbox } from '../../src/sandbox/server.ts';
import { ledgerEnv } from './cli.ts';
import { folder } from './folder.ts';
import { command, fakeIo, type Said } from './io.ts';
import { numbered, payouts } from './payouts.ts';
import { sandbox } from './sandbox.ts';

export const LATER_MS = 11 * 60_000;

export interface Place {
  readonly at: string;
  readonly service: Sandbox;
  readonly say: (args: readonly string[], more?: Parameters<typeof fakeIo>[2]) => Promise<Said>;
}

/** The default service executes the first three transfers, but responds with 500. */
export async function place(given?: Sandbox, config: object = {}): Promise<Place> {
  const service =
    given ?? (await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 3 }] }));
  const at = folder({ 'in.csv': payouts(numbered(6)), 'paybatch.config.json': JSON.stringify(config) });
  return {
    at,
    service,
    say: (args, more = { now: () => Date.now() + LATER_MS }) =>
      command(at, args, ledgerEnv(at, service.url), more),
  };
}

export const RUN = (at: string): string[] => ['run', join(at, 'in.csv'), '--concurrency', '1'];

/** The arguments that resolve the row on line 2 of the last run as created. */
export const CREATED = (id: string, reason: string): string[] =>
  `resolve last --line 2 --as created --transfer-id ${id}`.split(' ').concat('--reason', reason);

/** A run of six rows. The first three are in doubt, although the service has executed them. */
export async function inDoubt(given?: Sandbox, config?: object): Promise<Place & { runId: string }> {
  const one = await place(given, config);
  const ran = await one.say([...RUN(one.at), '--json'], {});
  expect(ran.code).toBe(3);
  return { ...one, runId: (JSON.parse(ran.out) as { runId: string }).runId };
}

export const ids = ({ service }: Place): string[] => service.store.transfers.map(({ id }) => id);
