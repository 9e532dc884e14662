// Rows in doubt whose host has not come back: which of the commands that are shown carry --host-gone, and why.
import { describe, expect, it } from 'vitest';

import { doubtCommands } from '../../src/cli/render/advice.ts';
import { hostGoneFor, notBackText } from '../../src/cli/render/doubt.ts';
import type { HostRecord } from '../../src/ledger/ledger.ts';

const host = (state: HostRecord['state'], rows: number): HostRecord => ({
  ...{ id: 'h', host: 'alpha', pid: 24943, environment: 'e', version: '1.0', leaseUntil: new Date(0) },
  ...{ state, rows },
});

describe('doubts of several hosts', () => {
  it.each([
    [3, [host('lost', 3)], 'all', '--as not-created --host-gone --reason'],
    [3, [host('lost', 1), host('lost', 2)], 'all', '--as not-created --host-gone --reason'],
    [3, [host('lost', 2), host('alive', 1)], 'some', '--as not-created [--host-gone] --reason'],
    [3, [host('alive', 3), host('lost', 0)], 'none', '--as not-created --reason'],
  ] as const)('%i in doubt, %j: --host-gone for %s', (doubts, hosts, wanted, command) => {
    const hostGone = hostGoneFor(doubts, hosts);
    expect(hostGone).toBe(wanted);
    expect(doubtCommands('--transfer-id', 'R', { hostGone })).toContain(command);
  });

  it('names the process, and how many rows it was sending', () => {
    expect(notBackText([host('lost', 3)])).toBe(
      'Process 24943 on alpha has not come back to say what became of 3 rows that it was sending: as not-created they need --host-gone, too, once that process is certainly gone.\n',
    );
    expect(notBackText([host('lost', 1)])).toContain(
      'what became of 1 row that it was sending: as not-created it needs',
    );
    expect(notBackText([host('alive', 3), host('lost', 0)])).toBe('');
  });
});
