// Hosts of the service as the config file names them, and as addresses in sources do: they are compared by host alone.
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { hostNamed } from '../../../src/lint/judge/endpoints.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

describe('a host of the config file', () => {
  it.each([
    ['api.payments.example', 'api.payments.example'],
    ['API.Payments.Example', 'api.payments.example'],
    ['https://api.payments.example', 'api.payments.example'],
    ['https://u:p@api.payments.example:8443/api/v1/', 'api.payments.example'],
    [' api.payments.example ', 'api.payments.example'],
    ['*.payments.example', 'payments.example'],
    ['localhost:8080', 'localhost'],
    ['', undefined],
    ['https://', undefined],
    ['two words', undefined],
    ['*', undefined],
  ])('%j is %j', (written, host) => {
    expect(hostNamed(written)).toBe(host);
  });
});

describe('lint.hosts', () => {
  const files = {
    'a.js': "fetch('https://API.Payments.Example:443/api/v1/current-tenant');\n",
    'b.js': "fetch('https://crm.example/api/v1/current-tenant');\n",
  };
  const found = async (hosts: readonly string[]): Promise<string[]> => {
    const at = folder({ ...files, 'paybatch.config.json': JSON.stringify({ lint: { hosts } }) });
    const io = fakeIo(at);
    await program(['lint', '.', '--format', 'json'], io);
    return (JSON.parse(io.said.out) as { findings: { path: string }[] }).findings.map(({ path }) => path);
  };
  it('takes the calls of other hosts for those of others', async () => {
    expect(await found([])).toEqual(['a.js', 'b.js']);
    expect(await found(['api.payments.example'])).toEqual(['a.js']);
    expect(await found(['payments.example'])).toEqual(['a.js']);
  });
});
