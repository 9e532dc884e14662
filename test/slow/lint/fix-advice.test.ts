// The end of --fix: what each place that is left is, and what there is to do about it, above the places that it is for.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folder } from '../../kit/folder.ts';
import { paybatch } from '../../kit/in-process.ts';

const CALL = 'export const me = () => fetch(`${process.env.PAYMENTS_URL}/api/v1/current-tenant`);\n';

function repository(files: Record<string, string>): string {
  const at = folder(files);
  mkdirSync(join(at, '.git'));
  return at;
}

async function fix(at: string, ...more: string[]): Promise<string> {
  return (await paybatch(at, ['lint', '.', '--fix', '--no-cache', ...more])).stderr;
}

describe('what is left', () => {
  it.each<[string, string, string, string]>([
    [
      'what a test expects',
      'tests/test_a.py',
      'from pay import PATHS\n\ndef test_a():\n    assert PATHS["me"] == "/api/v1/current-tenant"\n',
      'tests/test_a.py:4: it is what a test expects: if it is of src/pay.ts:1, which is changed, change it with it',
    ],
    [
      'what a test is given',
      'Acme.Tests/OwnTests.cs',
      'public class OwnTests\n{\n    [Theory]\n    [InlineData("/api/v1/current-tenant")]\n    public async Task Answers(string path) { }\n}\n',
      'Acme.Tests/OwnTests.cs:4: it is what a test is given',
    ],
    [
      'a list in code',
      'proxy/app.py',
      'UPSTREAM = os.environ["PAYMENTS_URL"]\nALLOWED = {"/api/v1/accounts", "/api/v1/current-tenant"}\n',
      'proxy/app.py:2: it stands in a list of what is let through',
    ],
    [
      'a list of a gateway',
      'values.yaml',
      'pay:\n  baseUrl: https://payments.acme.dev\negress:\n  allow:\n    - host: payments.acme.dev\n      paths: ["/api/v1/transfers", "/api/v1/current-tenant"]\n',
      'values.yaml:6: it stands in a list of what is let through',
    ],
    [
      "a firewall's pattern",
      'waf.tf',
      'resource "aws_wafv2_regex_pattern_set" "allowed" {\n  regular_expression { regex_string = "^/api/v1/current-tenant$" }\n}\n',
      'waf.tf:2: it stands in a list of what is let through',
    ],
    [
      'a constant',
      'src/names.ts',
      "export const P = { t: '/api/v1/current-tenant', q: '/api/v1/transfers/quote' };\n",
      'src/names.ts:1: its calls could not be followed',
    ],
  ])('says what it is: %s', async (_, path, text, said) => {
    const at = repository({ 'src/pay.ts': CALL, [path]: text });
    expect((await fix(at)).replaceAll(/\s+/g, ' ')).toContain(said);
    // No second run knows less of it.
    expect((await fix(at)).replaceAll(/\s+/g, ' ')).toContain(said.split(': if it', 1)[0]);
  });

  it('has what to do above its places; what is let through first', async () => {
    const at = repository({
      'a.ts': CALL,
      'a/routes.yaml': 'payments:\n  me: /api/v1/current-tenant\n',
      'proxy/app.py': 'ALLOWED = {"/api/v1/transfers/quote", "/api/v1/current-tenant"}\n',
    });
    expect(await fix(at)).toContain(
      '\n--fix leaves 2 current-tenant paths:\n' +
        'This lets the earlier path through: let /api/v1/developer through as well, before the changed calls go out:\n' +
        '  proxy/app.py:1: it stands in a list of what is let through\n' +
        'For another reason: change it by hand if it is of this service, or put paybatch-ignore current-tenant-endpoint -- REASON beside it:\n' +
        '  a/routes.yaml:2: its calls could not be followed\n',
    );
  });

  it('says how many of them --min-confidence hides', async () => {
    const files = { 'a.ts': CALL, 'src/names.ts': "const P = { t: '/api/v1/current-tenant' };\n" };
    expect(await fix(repository(files), '--min-confidence', 'high')).toMatch(
      /1 current-tenant path less sure is not shown, and left/,
    );
  });

  it('is no half of what is called at a host that lint.hosts leaves out', async () => {
    const at = repository({
      'paybatch.config.json': '{"lint":{"hosts":["payments.acme.dev"]}}',
      'main.tf':
        'variable "base" {\n  default = "https://payments.acme.dev"\n}\nresource "datadog_synthetics_test" "pay" {\n  request_definition {\n    url = "${var.base}/api/v1/current-tenant"\n  }\n}\nresource "aws_ssm_parameter" "other" {\n  value = "https://api.wisely.eu/api/v1/current-tenant"\n}\n',
    });
    expect(await fix(at)).toContain('main.tf: 1 fixed');
  });
});
