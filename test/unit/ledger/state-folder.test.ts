// A host that can't keep what it has seen of a ledger on Postgres doesn't use it: one that was put back would pass for the right one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { postgresAddress } from '../../../src/ledger/postgres/address.ts';
import { HostMarks } from '../../../src/ledger/postgres/host-marks.ts';
import { NO_TIP } from '../../../src/ledger/records.ts';
import { folder } from '../../kit/folder.ts';

it('a state folder that can’t be made is told with what to do, and nothing is left open', () => {
  const at = folder({ file: 'in the way' });
  const state = join(at, 'file', 'paybatch');
  const address = postgresAddress('postgres://ada@127.0.0.1:1/x');
  const witness = new HostMarks(state, address);
  expect(() => {
    witness.begin('6fa459ea-ee8a-4ca4-894e-db77e160355e', NO_TIP, false);
  }).toThrow(/can't be written \(ENOTDIR\): .*paybatch\. Give it to the user .* XDG_STATE_HOME/);
  expect(existsSync(state)).toBe(false);
});
