// A sandbox for one test, on a free port, stopped when the test ends.
import { onTestFinished } from 'vitest';

import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { Sandbox } from '../../src/sandbox/server.ts';

export async function sandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const started = await Sandbox.start(options);
  onTestFinished(() => started.stop());
  return started;
}

/** How often each memo was paid, by the sandbox's own word. */
export function paidByMemo(service: Sandbox): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { memo } of service.store.transfers) paid.set(memo ?? '', (paid.get(memo ?? '') ?? 0) + 1);
  return paid;
}
