// A batch that is planned, approved and run over the command line, in the test's own process.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newKeyPair, openPrivateKey } from '../../src/approval/keys.ts';
import { type PlanFile, withPlanDigest } from '../../src/approval/plan-format.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { ledgerEnv } from './cli.ts';
import { folder } from './folder.ts';
import { command, type fakeIo, type Said } from './io.ts';
import { numbered, payouts } from './payouts.ts';
import { sandbox } from './sandbox.ts';

export const PASSPHRASE = 'correct horse';

export async function office(options: Partial<SandboxOptions> = {}) {
  const service = await sandbox(options);
  const at = folder({ 'in.csv': payouts(numbered(4)) });
  const people = new Map<string, string>();
  const say = async (
    args: readonly string[],
    more: Parameters<typeof fakeIo>[2] & { env?: Record<string, string> } = {},
  ): Promise<Said> => {
    const { env, ...rest } = more;
    const own = { ...ledgerEnv(at, service.url), PAYBATCH_KEY_PASSPHRASE: PASSPHRASE, ...env };
    return command(at, args, own, rest);
  };
  /** Makes a key pair for each name, and writes the private key to a file. */
  const hire = (...names: string[]): void => {
    for (const name of names) {
      const { privateKey, publicKey } = newKeyPair(PASSPHRASE);
      writeFileSync(join(at, `${name}.key`), privateKey);
      people.set(name, publicKey);
    }
  };
  const configure = (config: object): void => {
    const approvers = [...people].map(([name, publicKey]) => ({ name, publicKey }));
    writeFileSync(join(at, 'paybatch.config.json'), JSON.stringify({ approvers, ...config }));
  };
  const plan = (...more: string[]): Promise<Said> =>
    say(['plan', join(at, 'in.csv'), '--out', join(at, 'p.plan'), '--by', 'Max Maker', ...more]);
  const approve = (name: string, ...more: string[]): Promise<Said> =>
    say(['approve', join(at, 'p.plan'), '--key', join(at, `${name}.key`), '--yes', ...more]);
  const run = (...more: string[]): Promise<Said> => say(['run', '--plan', join(at, 'p.plan'), ...more]);
  const read = (): PlanFile => JSON.parse(readFileSync(join(at, 'p.plan'), 'utf8')) as PlanFile;
  const write = (file: unknown): void => writeFileSync(join(at, 'p.plan'), JSON.stringify(file));
  /** Writes a changed plan with a digest that fits, as a forger who knows the format would. */
  const forge = (file: PlanFile): void => write({ ...file, plan: withPlanDigest(file.format, file.plan) });
  const keyOf = (name: string) =>
    openPrivateKey(readFileSync(join(at, `${name}.key`), 'utf8'), PASSPHRASE).key;
  return { service, at, people, say, hire, configure, plan, approve, run, read, write, forge, keyOf };
}

export type Office = Awaited<ReturnType<typeof office>>;

/** Ada and Bea are approvers, every plan needs one signature, and Ada has approved this plan. */
export async function approvedPlan(config: object = {}, ...flags: string[]): Promise<Office> {
  const one = await office();
  one.hire('Ada', 'Bea');
  one.configure({ requireApproval: true, ...config });
  const made = await one.plan(...flags);
  if (made.code !== 0) throw new Error(made.err);
  const signed = await one.approve('Ada');
  if (signed.code !== 0) throw new Error(signed.err);
  return one;
}
