// A company of several hosts in which Ada must approve every payment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { newKeyPair } from '../../../src/approval/keys.ts';
import { PASSPHRASE } from '../../kit/plans.ts';
import type { TestPostgres } from '../../kit/postgres.ts';
import { Company, type CompanyOptions } from './hosts.ts';

export const KEY = { PAYBATCH_KEY_PASSPHRASE: PASSPHRASE };

/** Creates a plan of the company's file. */
export async function plan(own: Company, name: string, more: readonly string[] = []): Promise<void> {
  const end = await own.run(['plan', 'in.csv', '--out', name, '--by', 'Max Maker', ...more]);
  expect(end.code, end.stderr).toBe(0);
}

/** Ada approves the plan, or rejects it with `--reject`. */
export async function approve(own: Company, name: string, ...more: string[]): Promise<void> {
  const end = await own.run(['approve', name, '--key', 'Ada.key', '--yes', ...more], KEY);
  expect(end.code, end.stderr).toBe(0);
}

/** Creates the company. `free.json` in its folder is a config that requires no approval. */
export async function approving(server: TestPostgres, options: CompanyOptions): Promise<Company> {
  const own = await Company.make(server, options);
  const { privateKey, publicKey } = newKeyPair(PASSPHRASE);
  writeFileSync(join(own.at, 'Ada.key'), privateKey);
  const config = { requireApproval: true, approvers: [{ name: 'Ada', publicKey }] };
  writeFileSync(join(own.at, 'paybatch.config.json'), JSON.stringify(config));
  writeFileSync(join(own.at, 'free.json'), '{}');
  return own;
}
