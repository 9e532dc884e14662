// Rows in doubt with a configured idempotency header. A row stays in doubt until it is sent again with success,
// whatever stops its run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { results } from '../kit/cli.ts';
import { COLUMNS, GOOD, payouts } from '../kit/payouts.ts';
import { postgres } from '../kit/postgres.ts';
import { Company } from './kit/hosts.ts';

const server = postgres();
const ROW = { ...GOOD, reference: 'INV-1', documents: 'doc.pdf' };

/** The transfer was paid, but its response can't be read. */
async function inDoubt(document: boolean) {
  const faults = [{ kind: 'garbage', operation: 'createTransfer', first: 1 } as const];
  const own = await Company.make(server, { service: { faults, idempotencyHeader: 'Idempotency-Key' } });
  const idempotency = { header: 'Idempotency-Key', windowSeconds: 3600 };
  writeFileSync(join(own.at, 'paybatch.config.json'), JSON.stringify({ profile: { idempotency } }));
  writeFileSync(join(own.at, 'one.csv'), payouts([document ? ROW : { ...ROW, documents: '' }], COLUMNS));
  const first = await own.run(['run', 'one.csv']);
  expect(first.code, first.stderr).toBe(3);
  expect(own.paid).toBe(1);
  return own;
}

const rows = (own: Company) => results(join(own.at, 'one.results.csv'));

describe('a row in doubt that waits to be sent again', () => {
  it('is paid once', async () => {
    const own = await inDoubt(true);
    const again = await own.run(['run', 'one.csv']);
    expect(again.code, again.stderr).toBe(0);
    expect(rows(own)).toMatchObject([{ status: 'created' }]);
    expect(own.paid).toBe(1);
  });

  it('stays in doubt when its run is stopped first', async () => {
    const own = await inDoubt(false);
    const id = await own.detach('one.csv');
    expect((await own.run(['stop', id])).code).toBe(0);
    await own.run(['work', '--until-empty']);
    const told = await own.run(['results', id, '--wait', '--out', 'one.results.csv']);
    expect(rows(own)).toMatchObject([{ status: 'in_doubt' }]);
    expect(told.code).toBe(3);
    await own.whole();
  });

  it('is created if a person resolves it as created before its run is stopped', async () => {
    const own = await inDoubt(false);
    const id = await own.detach('one.csv');
    const { id: transferId = '' } = (own.service.store.transfers as { id?: string }[])[0] ?? {};
    const told = ['--as', 'created', '--transfer-id', transferId, '--reason', 'seen', '--yes'];
    const said = await own.run(['resolve', 'last', '--reference', 'INV-1', ...told]);
    expect(said.code, said.stderr).toBe(0);
    expect((await own.run(['stop', id])).code).toBe(0);
    await own.run(['work', '--until-empty']);
    await own.run(['results', id, '--wait', '--out', 'one.results.csv']);
    expect(rows(own)).toMatchObject([{ status: 'created', transferId }]);
    await own.whole();
  });

  it('stays in doubt when the service refuses its document', async () => {
    const own = await inDoubt(true);
    own.service.faults.add({ kind: 'status-before', status: 422, operation: 'uploadTransferDocument' });
    const end = await own.run(['run', 'one.csv']);
    expect(rows(own)).toMatchObject([{ status: 'in_doubt', reference: 'INV-1' }]);
    expect(end.code, end.stderr).toBe(3);
    own.service.faults.clear();
    expect((await own.run(['run', 'one.csv'])).code).toBe(0);
    expect(own.paid).toBe(1);
    await own.whole();
  });
});
