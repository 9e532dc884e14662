// A file that can't be opened as a ledger: what is another file is told apart from what a faulty disk doesn't give.
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { faultOf } from '../../../src/ledger/file/connection.ts';
import { say } from '../../../src/words/say.ts';
import { folder } from '../../kit/folder.ts';
import { openedLedger } from '../../kit/ledger.ts';

const NO_DATABASE = new Error('file is not a database');
const opening = (bytes: Buffer) => () =>
  openedLedger(join(folder({ 'l.db': bytes }), 'l.db'), 'env', { create: false });

it('says of another file that it is no ledger', () => {
  expect(opening(Buffer.from('reference,amount\n'.repeat(100)))).toThrow(/not an SQLite database/);
});

it('does not say so of one that begins as a ledger does', () => {
  const bytes = Buffer.alloc(4096, 0xff);
  bytes.write('SQLite format 3\0', 'latin1');
  expect(opening(bytes)).toThrow(/the file or its disk is damaged/);
});

it('names the fault of the system where it has one', () => {
  const said = faultOf('/a/l.db', NO_DATABASE, () => {
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  });
  expect(say(said)).toBe("it can't be read (EIO): its disk is faulty, or gone");
});
