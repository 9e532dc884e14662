// A ZIP archive that would unpack to far more than its own size. paybatch unpacks no more than an export can contain,
// whatever sizes the archive declares, and whether it has the form of an export or not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const MIB = 1024 * 1024;
const REAL = Buffer.alloc(160 * MIB);
const PACKED = deflateRawSync(REAL, { level: 9 });

/** An archive with one member, in the exact form of an export. `madeBy` can make it the archive of another program. */
function archive(size: number, madeBy: number): Buffer {
  const name = Buffer.from('manifest.json');
  const said = Buffer.alloc(20);
  said.writeUInt16LE(8, 2);
  said.writeUInt32LE(crc32(REAL), 8);
  said.writeUInt32LE(PACKED.length, 12);
  said.writeUInt32LE(size, 16);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  said.copy(local, 6);
  local.writeUInt16LE(name.length, 26);
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x02014b50, 0);
  line.writeUInt16LE(madeBy, 4);
  line.writeUInt16LE(20, 6);
  said.copy(line, 8);
  line.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(line.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + PACKED.length, 16);
  return Buffer.concat([local, name, PACKED, line, name, end]);
}

describe('ledger verify of a ZIP bomb', () => {
  it.each([
    ['in the form of an export', 20],
    ['in another form', 788],
  ])('%s ends before too much is unpacked', { retry: 2 }, async (_, madeBy) => {
    for (const [size, code, says] of [
      [REAL.length, 2, /would unpack to 160 MiB, more than 100 times its size/],
      [0xfffffff0, 2, /would unpack to 4096 MiB/],
      // The declared size is too small: no more than that is unpacked.
      [1_000, 1, /manifest\.json/],
    ] as const) {
      const at = folder();
      writeFileSync(join(at, 'bomb.zip'), archive(size, madeBy));
      const io = fakeIo(at);
      const before = process.cpuUsage();
      expect(await program(['ledger', 'verify', 'bomb.zip'], io)).toBe(code);
      const { user, system } = process.cpuUsage(before);
      expect(io.said.out + io.said.err).toMatch(says);
      // Unpacking 4 GiB takes many times that.
      expect((user + system) / 1_000).toBeLessThan(3_000);
    }
  });
});
