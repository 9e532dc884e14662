// An input that somebody writes to while it is read: neither the old one nor the new one would be converted, so nothing is.
import { appendFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { InputError } from '../../../src/files/input-error.ts';
import { DEFAULT_PROFILE } from '../../../src/interface/profile.ts';
import { migrateFile } from '../../../src/migrate/migrate.ts';
import type { Answer } from '../../../src/migrate/side-files.ts';
import { folder } from '../../kit/folder.ts';
import { say } from '../../kit/words.ts';

const ROW = { csv: 'c,1\n', ndjson: '{"customerId":"c","amount":1}\n' };
const HEAD = { csv: 'customerId,amount\n', ndjson: '' };

/** Asked for at each row: in the middle of the file. */
class At extends Map<string, Answer> {
  readonly #rows: number;
  readonly #change: () => void;
  #seen = 0;
  constructor(rows: number, change: () => void) {
    super();
    this.#rows = rows;
    this.#change = change;
  }
  override get(): undefined {
    if (++this.#seen === this.#rows) this.#change();
    return undefined;
  }
}

async function migrate(at: string, name: string, out: string | null, change: () => void): Promise<unknown> {
  return migrateFile({
    file: join(at, name),
    out: out === null ? null : join(at, out),
    profile: DEFAULT_PROFILE,
    amountIsReceiverAmount: false,
    answers: new At(1000, change),
    leftAlone: [],
    say,
  }).catch((error: unknown) => error);
}

describe.each(['csv', 'ndjson'] as const)('an input that changes while it is read (%s)', (form) => {
  const file = `in.${form}`;
  const text = HEAD[form] + ROW[form].repeat(24_000);
  it.each<[string, (path: string) => void]>([
    ['cut', (path) => truncateSync(path, 20_001)],
    ['added to', (path) => appendFileSync(path, HEAD[form] + ROW[form])],
    ['written anew', (path) => writeFileSync(path, text.replaceAll('1', '2'))],
    [
      'replaced',
      (path) => {
        writeFileSync(`${path}.new`, text);
        renameSync(`${path}.new`, path);
      },
    ],
    ['taken away', (path) => rmSync(path)],
  ])('%s: refused, and nothing is written', async (_, change) => {
    for (const out of ['out', null]) {
      const at = folder({ [file]: text });
      const said = await migrate(at, file, out, () => change(join(at, file)));
      expect(said).toBeInstanceOf(InputError);
      expect((said as InputError).message).toMatch(/: the file was changed while it was read/);
      expect(said).toMatchObject({ code: 'changed', exitStatus: 2 });
      if (out !== null) expect(readdirSync(join(at, out))).toEqual([]);
    }
  });
  it('left alone: converted', async () => {
    const at = folder({ [file]: text });
    expect(await migrate(at, file, 'out', () => undefined)).toMatchObject({ records: 24_000 });
  });
});
