// `paybatch api` in the test's process, with a sandbox for each test. Transfers have all required fields by default.
import { join } from 'node:path';

import type { Io } from '../../src/cli/io.ts';
import { DEFAULT_PROFILE } from '../../src/interface/profile.ts';
import type { FaultSpec } from '../../src/sandbox/faults.ts';
import { serviceEnv } from './cli.ts';
import { folder } from './folder.ts';
import { command } from './io.ts';
import { numbered, payouts } from './payouts.ts';
import { sandbox } from './sandbox.ts';

export async function setUpApi(faults: FaultSpec[] = []) {
  const service = await sandbox({ faults });
  const at = folder();
  const api = (args: readonly string[], more: Partial<Io> & { answer?: string } = {}) =>
    command(at, ['api', ...whole(args), '--ledger', join(at, 'l.db')], serviceEnv(service.url), more);
  return { service, at, api };
}

export type ApiSetup = Awaited<ReturnType<typeof setUpApi>>;

/** Adds the fields that the profile requires to a `createTransfer` without `--bare`. */
export function whole(args: readonly string[]): string[] {
  if (args[0] !== 'createTransfer' || args.includes('--bare')) return args.filter((arg) => arg !== '--bare');
  const [row = {}] = numbered(1);
  const [header = '', cells = ''] = payouts([row]).split('\n');
  const values = cells.split(',');
  const sets = header.split(',').flatMap((path, at) => {
    const given =
      args.some((arg) => arg.startsWith(`${path}=`)) ||
      !DEFAULT_PROFILE.requiredTransferFields.includes(path as never);
    return given ? [] : ['--set', `${path}=${values[at] ?? ''}`];
  });
  return [...args, ...sets];
}

export const TRANSFER = [
  'createTransfer',
  '--set',
  'receiverAmount=12.50',
  '--set',
  'destination.currency=GBP',
];
export const TRADE = [
  'createTrade',
  '--set',
  'sourceCurrency=USDC',
  '--set',
  'destinationCurrency=USDCT',
  '--set',
  'amount=5',
];
export const NEW_CUSTOMER = ['createCustomer', '--set', 'businessLegalName=Harbour Lane Games Ltd'];
