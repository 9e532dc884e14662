// Other results in the folder as witnesses of the ledger's height: each says which ledger made it, how many entries that had
// then, and where its hash chain ended. They catch a ledger that was restored or lost where the run's own results have another name tonight.
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** As many files as are looked at, the newest first: a folder of years must not slow the night. */
const FILES_READ = 200;
const FILES_SEEN = 5000;
const HEAD_BYTES = 4096;
const TAIL_BYTES = 65_536;

/** The last columns of ours, in their order, with the sign between them that a spreadsheet has put there; none of them is ever quoted. */
const HEADER =
  /^\uFEFF?line([,;\t])reference\1status\1.*\1environment\1ledgerId\1ledgerSequence(?:\1ledgerHead)?\r?$/;
const LAST = /([,;\t])([^,;\t"\n]*)\1([0-9a-f-]{36})\1(\d{1,15})(?:\1([0-9a-f]{64})?)?\r?\n?$/;

export interface Neighbour {
  readonly file: string;
  readonly environment: string;
  readonly ledgerId: string;
  readonly sequence: number;
  /** Empty in results of an earlier release. */
  readonly head: string;
}

/** What results in `folder` say of themselves; nothing of what isn't results. */
export async function* neighbours(folder: string): AsyncGenerator<Neighbour> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.csv'));
  const dated = await Promise.all(
    names.slice(0, FILES_SEEN).map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return {
        file: join(folder, name),
        size: found?.isFile() === true ? found.size : 0,
        at: found?.mtimeMs ?? 0,
      };
    }),
  );
  const newest = dated.filter(({ size }) => size > 0).sort((a, b) => b.at - a.at);
  for (const { file, size } of newest.slice(0, FILES_READ)) {
    const said = await read(file, size).catch(() => undefined); // unreadable: it says nothing
    if (said) yield said;
  }
}

async function read(file: string, size: number): Promise<Neighbour | undefined> {
  const handle = await open(file, 'r');
  try {
    const bytes = async (at: number, length: number): Promise<string> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.toString('utf8', 0, bytesRead);
    };
    const [header = ''] = (await bytes(0, HEAD_BYTES)).split('\n', 1);
    if (!HEADER.test(header)) return undefined;
    const tail = (await bytes(Math.max(0, size - TAIL_BYTES), TAIL_BYTES)).replaceAll('\0', '');
    // Where the last line was cut, the one before it says it as well.
    const last = LAST.exec(tail) ?? LAST.exec(tail.slice(0, tail.lastIndexOf('\n') + 1));
    if (!last) return undefined;
    const [, , environment = '', ledgerId = '', sequence = '', head = ''] = last;
    return { file, environment, ledgerId, sequence: Number(sequence), head };
  } finally {
    await handle.close();
  }
}
