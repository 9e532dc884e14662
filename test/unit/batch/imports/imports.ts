// Helpers of tests: they check or run a file through an import profile, inside the process of the test.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';

import { readImports } from '../../../../src/batch/input/imports/read-profile.ts';
import type { Warning } from '../../../../src/batch/input/warnings.ts';
import type { RunEnd } from '../../../../src/batch/results/run-end.ts';
import { folder } from '../../../kit/folder.ts';
import { ACCOUNT, CUSTOMER, WALLET } from '../../../kit/payouts.ts';
import { checkIn, runIn } from '../../../kit/sandbox.ts';

export type ProfileText = Readonly<Record<string, unknown>>;

/** Required fields for which the exports of the tests have no column. */
export const CONSTANTS: Readonly<Record<string, string>> = {
  customerId: CUSTOMER,
  'source.currency': 'USDC',
  'source.network': 'ethereum',
  'source.walletId': WALLET,
  'destination.currency': 'EUR',
  'destination.externalAccountId': ACCOUNT,
  purposeOfPayment: 'PaymentForGoods',
};

export interface CheckedFile {
  readonly at: string;
  readonly end: RunEnd;
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly messages: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Checks a file with this name and content. Rejects as the command does. `files`: other files, such as lookups. */
export async function checkImport(
  content: string | Buffer,
  profile: ProfileText | string,
  files: Readonly<Record<string, string | Buffer>> = {},
  name = 'in.csv',
): Promise<CheckedFile> {
  const at = folder({ [name]: content, 'p.json': textOf(profile), ...files });
  const warnings: Warning[] = [];
  const end = await checkIn(
    at,
    { file: join(at, name), imports: await readImports(join(at, 'p.json'), 'p.json') },
    { checked: (_, found) => warnings.push(...found) },
  );
  const rows = parse<Record<string, string>>(readFileSync(join(at, 'out.csv')), { columns: true });
  return { at, end, rows, messages: rows.map(({ errorMessage = '' }) => errorMessage), warnings };
}

const textOf = (profile: ProfileText | string): string =>
  typeof profile === 'string' ? profile : JSON.stringify(profile);

/** Runs a file of a folder, with or without a profile, on that folder's ledger. */
export async function runImport(
  at: string,
  url: string,
  file: string,
  profile?: ProfileText,
  more: Parameters<typeof runIn>[2] = {},
): Promise<RunEnd> {
  if (profile) writeFileSync(join(at, `${file}.p.json`), JSON.stringify(profile));
  return runIn(at, url, {
    file: join(at, file),
    results: join(at, `${file}.results.csv`),
    retry: join(at, `${file}.retry.csv`),
    imports: profile && (await readImports(join(at, `${file}.p.json`), `${file}.p.json`)),
    ...more,
  });
}
