// The code around a finding may contain secrets. No printed line contains a secret.
import { describe, expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const FILES: Readonly<Record<string, string>> = {
  'a.sh': [
    'curl -u AKEY:SECRET1 "$B/api/v1/current-tenant"',
    'curl -H Authorization:SECRET2 https://u:SECRET3@h.example/api/v1/current-tenant?token=SECRET4',
    'API_SECRET=SECRET5 http $B/api/v1/current-tenant X-Key:SECRET6',
    'curl -u AKEY:SECRET7= "$B/api/v1/current-tenant"',
    `curl -X POST $B/api/v1/transfers/quote -d '{"amount":98765.43}' -H "X: SECRET8"`,
    'curl "$B/api/v1/current-tenant/crypto-instruction/ethereum/SECRET9"',
    '',
  ].join('\n'),
  'a.go': 'package a\nvar _ = get("https://u:SECRETA@h/api/v1/current-tenant?k=SECRETB", 98765)\n',
  'a.md': 'Call `https://u:SECRETC@h/api/v1/current-tenant?k=SECRETD` with pw SECRETE\n',
  'a.ts': "post('/api/v1/transfers', { customerId, amount: 98765.43, memo: 'SECRETF' });\n",
  'b.ts': [
    "payments.get('/api/v1/current-tenant'); // SECRET10 token",
    "/* SECRET11 */ payments.get('/api/v1/current-tenant'); /* SECRET12 */",
    'const doc = `',
    '  curl -u key:SECRET13 $B/api/v1/current-tenant -d "SECRET14" SECRET15',
    '`;',
    '',
  ].join('\n'),
  'b.py': [
    'DOC = """',
    'curl -u key:SECRET16 $B/api/v1/current-tenant SECRET17',
    '"""',
    'r = requests.get(B + "/api/v1/current-tenant")  # SECRET18',
    'subprocess.run("""curl -u k:SECRET19 %s/api/v1/current-tenant',
    '""" % B, shell=True)',
    '',
  ].join('\n'),
  'd.java':
    'class A { String s = """\n  curl -u key:SECRET1A $B/api/v1/current-tenant\n  """;\n  void f() { r.getForObject(base + "/api/v1/current-tenant", S.class); } } // SECRET1B\n',
  'h.ini': 'url = https://h.example/api/v1/current-tenant ; SECRET1C: x\n',
  'r.js':
    "api.get('/api/v1/current-tenant').then((r) => r.match(/SECRET20[a-z]/g) || /[/'\"]SECRET21/.test(r));\n",
  'r.tsx':
    "export const A = () => <p>SECRET22 {api.get('/api/v1/current-tenant')} {/SECRET23/.test(x)}</p>;\n",
  'r.rb':
    "client.get('/api/v1/current-tenant', a: %w[SECRET24 SECRET25], b: %q(SECRET26), c: %r{SECRET27}, d: /SECRET28/)\n",
  'w.ex': 'get(base <> "/api/v1/current-tenant", w: ~w(SECRET29 SECRET2A))\n',
  '.env': [
    'TENANT_URL=https://u:SECRET2B@pay.example/api/v1/current-tenant?x=SECRET2C',
    'export OTHER_URL="https://pay.example/api/v1/current-tenant" # SECRET2D',
    '',
  ].join('\n'),
  'app.properties':
    'pay.tenant.url = https://pay.example/api/v1/current-tenant?x=SECRET2E\npay.url: https://pay.example/api/v1/current-tenant,SECRET2F\n',
  'c.clj': [
    '(def a (http/get (str base "/api/v1/current-tenant") {:headers {"X-Key" "SECRET30"} :timeout 98765})) ; SECRET31',
    '(def doc "in SECRET32',
    ' curl -u key:SECRET33 https://h.example/api/v1/current-tenant SECRET34")',
    '',
  ].join('\n'),
  'x.csv':
    'reference,customerId,purposeOfPayment,receiverAmount,documents\nA,c,p,5,"data:application/pdf;base64,SECRET35xLjQK"\n',
  'c.csv': 'businessLegalName,sourceOfFunds\nSECRET36,x\n',
  'c.ts':
    "post('/api/v1/customers', { businessLegalName: 'SECRET37', sourceOfFunds: 'SECRET38', iban: 'SECRET39' });\n",
  'p.json':
    '{"customerId":"a:SECRET1D:1","amount":98765.43,"purposeOfPayment":"x","memo":"SECRET1E: invoice, SECRET1F: 2"}\n',
};

describe('the output of lint', () => {
  it.each(['text', 'text --explain', 'json', 'csv', 'markdown', 'github', 'sarif'])(
    'shows no value: %s',
    async (format) => {
      const io = fakeIo(folder(FILES), {});
      await program(['lint', '.', '--as-of', '2026-06-15', '--format', ...format.split(' ')], io);
      expect(io.said.out).toContain('current-tenant-endpoint');
      expect(io.said.out).not.toMatch(/SECRET[0-9A-F]|AKEY|98765/);
    },
  );
});

it('--fix-dry-run shows its changes without values', async () => {
  const io = fakeIo(folder(FILES), {});
  await program(['lint', '.', '--fix-dry-run', '--as-of', '2026-06-15'], io);
  expect(io.said.out).not.toMatch(/SECRET[0-9A-F]|AKEY|98765/);
});

it('control characters in an address of a recording are not printed', async () => {
  const url = 'https://h.example/api/v1/current-tenant/\u001b[31mred';
  const har = JSON.stringify({ log: { entries: [{ request: { method: 'GET', url } }] } });
  const io = fakeIo(folder({ 'a.txt': 'x\n', 's.har': har }), {});
  await program(['lint', 'a.txt', '--observed', 's.har'], io);
  expect(io.said.out + io.said.err).toMatch(/no code found for it/);
  expect(io.said.out + io.said.err).not.toContain('\u001b');
});
