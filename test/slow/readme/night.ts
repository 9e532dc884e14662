// A whole night as the README shows it, played for real: an export that is checked and run, a row in doubt that is found and
// settled, the same run again, the report.
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { ROOT, serviceEnv } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { sandbox } from '../../kit/sandbox.ts';

const EXPORT = 'samples/export/zahlungslauf.csv --map samples/export/profile.json';

/** Columns of the terminal. */
const WIDTH = 110;

/** What is typed and what is said, in one text. What differs from night to night always reads the same. */
export async function nightText(): Promise<string> {
  const service = await sandbox({ faults: [{ kind: '500-after', operation: 'createTransfer', first: 1 }] });
  const at = folder();
  cpSync(join(ROOT, 'samples'), join(at, 'samples'), { recursive: true });
  const lines: string[] = [];
  const say = async (line: string, code: number): Promise<void> => {
    const io = fakeIo(
      at,
      { ...serviceEnv(service.url), XDG_STATE_HOME: join(at, 'state'), NO_COLOR: '1' },
      { outTerminal: true, columns: WIDTH },
    );
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    const ended = await program(words, io);
    expect(ended, io.said.err).toBe(code);
    lines.push(`$ paybatch ${line}`, ...(io.said.err + io.said.out).trimEnd().split('\n'), '');
  };
  const run = `run ${EXPORT} --yes`;
  // Lines are wrapped with the names of files in them: those as they are typed.
  const home = process.cwd();
  process.chdir(at);
  try {
    await say(`check ${EXPORT}`, 0);
    await say(run, 3);
    await say('doubts', 0);
    const id = service.store.transfers[0]?.id ?? '';
    await say(`resolve last --line 4 --as created --transfer-id ${id} --reason "seen in the dashboard"`, 0);
    await say(run, 0);
    await say('report last --format md --out night.md', 0);
  } finally {
    process.chdir(home);
  }
  return steady(lines.join('\n').trimEnd());
}

const steady = (text: string): string =>
  text
    .replace(/in \d+\.\d s/g, 'in 0.1 s')
    .replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, '20260601-021500-4f2a9c')
    .replace(/sent [-\d]{10} [:\d]{8} UTC/g, 'sent 2026-06-01 02:15:00 UTC')
    .replace(/^paybatch: made a new ledger.*\n/m, '')
    // What is advised a second time, in the same words.
    .replace(/^Find out from the service[\s\S]*?doubts --csv$/m, '...');
