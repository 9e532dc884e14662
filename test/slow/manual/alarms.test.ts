// The manual's alarm commands, run as they are printed. They end with 1 for an alarm, and with 2 or more if the state
// is unknown.
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

const block =
  /<!-- alarms -->\n```sh\n([^]*?)```/.exec(
    readFileSync(join(ROOT, 'src/manual/postgres.md'), 'utf8'),
  )?.[1] ?? '';
const [pipefail = '', ...alarms] = block.trim().split('\n');
const HAS_JQ = spawnSync('jq', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0;

/** The exit code of an alarm command if paybatch prints this value as JSON and ends with this code. */
function codeOf(alarm: string, printed: unknown, code: number): number | null {
  const at = folder();
  const path = join(at, 'paybatch');
  writeFileSync(path, `#!/bin/sh\necho '${JSON.stringify(printed)}'\nexit ${code}\n`);
  chmodSync(path, 0o755);
  const env = { PATH: `${at}${delimiter}${process.env['PATH'] ?? ''}` };
  return spawnSync('bash', ['-c', `${pipefail}\n${alarm}`], { env }).status;
}

const GOOD = { runs: [{ counts: { created: 2 } }], hosts: [], doubts: [], contradictions: [] };

describe.runIf(HAS_JQ)("the manual's alarms", () => {
  it('are three', () => {
    expect(pipefail).toContain('pipefail');
    expect(alarms).toHaveLength(3);
  });

  it.each(alarms)(
    'end with 1 for an alarm, and with 2 or more for an unknown state: %s',
    { timeout: 60_000 },
    (alarm) => {
      expect(codeOf(alarm, GOOD, 0)).toBe(0);
      const bad = {
        hosts: [{ state: 'lost' }],
        runs: [{ counts: { pending: 1 } }],
        doubts: [{ line: 2 }],
        contradictions: [],
      };
      expect(codeOf(alarm, bad, 3)).toBe(1);
      const unknown = { error: { code: 'ledger_unreachable', message: "can't be reached" }, exitCode: 2 };
      expect(codeOf(alarm, unknown, 2)).toBeGreaterThanOrEqual(2);
      expect(codeOf(alarm, {}, 127)).toBeGreaterThanOrEqual(2);
    },
  );
});
