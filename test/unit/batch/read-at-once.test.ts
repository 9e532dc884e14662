// Two runs at once of the same bytes with different parse settings. Both plan their rows before either claims them.
// The run that claims second sends nothing, by the service's count of transfers, on each store.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { PaybatchError } from '../../../src/errors.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { folder } from '../../kit/folder.ts';
import { sandbox } from '../../kit/sandbox.ts';
import { stores } from '../../kit/stores.ts';
import { CONSTANTS, type ProfileText, runImport } from './imports/imports.ts';

const EXPORT = 'No;Text;Sum;Other\nA-1;one;12.50;B-1\nA-2;two;15.00;B-2\nA-3;three;16.00;B-3\n';
const COLUMNS = { No: null, Text: 'memo', Sum: 'receiverAmount', Other: null };
const NO = { columns: { ...COLUMNS, No: 'reference' }, constants: CONSTANTS };
const BARE = { columns: { ...COLUMNS, Other: 'reference', Text: null }, constants: CONSTANTS };

type Method = (...args: readonly unknown[]) => Promise<unknown>;
interface Around {
  /** `before` is called before the run claims its rows, and `then` after the claim. */
  readonly before?: () => Promise<unknown>;
  readonly then?: () => Promise<unknown>;
}

/** A ledger of any store that waits for `before` and `then` around the claim of a run. */
function around<T extends object>(target: T, { before, then }: Around): T {
  return new Proxy(target, {
    get: (_, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name === 'queue' && found)
        return around(found, { ...(before && { before }), ...(then && { then }) });
      if (typeof found !== 'function') return found;
      const method = found.bind(target) as Method; // only `begin` and `submit` are awaited here
      if (name !== 'begin' && name !== 'submit') return method;
      return async (...args: readonly unknown[]) => {
        await before?.();
        try {
          return await method(...args);
        } finally {
          await then?.();
        }
      };
    },
  });
}

function signal() {
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  return { tell, told };
}

describe.each(stores())('two runs at once with different parse settings, on $name', ({ place, runs }) => {
  async function morning() {
    const at = folder({ 'in.csv': EXPORT });
    const service = await sandbox({
      faults: [{ kind: 'status-before', status: 422, operation: 'createTransfer', first: 2 }],
    });
    const store = await place();
    const go = (file: string, profile: ProfileText, how: Around = {}) =>
      runImport(at, service.url, file, profile, {
        concurrency: 1,
        version: '0.0',
        openLedger: async () => around<Ledger>(await store.open(), how),
      });
    expect(await go('in.csv', NO)).toMatchObject({ exitCode: 1 });
    copyFileSync(join(at, 'in.csv.retry.csv'), join(at, 'copy.csv'));
    return { go, paid: () => service.store.transfers.length };
  }

  it.runIf(runs)('the second to claim the rows is refused while the first holds them', async () => {
    const { go, paid } = await morning();
    const [begun, over] = [signal(), signal()];
    let winner: Promise<unknown> | undefined;
    const start = (): Promise<void> => {
      winner = go('copy.csv', NO, {
        then: () => {
          begun.tell();
          return over.told;
        },
      });
      return begun.told;
    };
    const then = (): Promise<void> => {
      over.tell();
      return Promise.resolve();
    };
    await expect(go('copy.csv', BARE, { before: start, then })).rejects.toBeInstanceOf(PaybatchError);
    await winner;
    expect(paid()).toBe(3);
  });

  it.runIf(runs)(
    'the second to claim the rows is refused after the first has paid them and ended',
    async () => {
      const { go, paid } = await morning();
      const before = async (): Promise<void> => {
        expect(await go('copy.csv', NO)).toMatchObject({ exitCode: 0 });
      };
      await expect(go('copy.csv', BARE, { before })).rejects.toMatchObject({ code: 'same_file' });
      expect(paid()).toBe(3);
    },
  );
});
