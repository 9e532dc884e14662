// Formats with a body, each as people write it: what is flagged, at which line, and what stays silent.
import { describe, expect, it } from 'vitest';

import { skippedText } from '../../../src/lint/format/words.ts';
import type { SkipReason } from '../../../src/lint/model/finding.ts';
import { scanFile } from '../../../src/lint/scan.ts';
import { SCAN } from '../../kit/lint.ts';

const CASES: readonly [what: string, path: string, text: string, expected: readonly string[]][] = [
  [
    'Hurl, with answers',
    'a.hurl',
    [
      'POST {{base}}/api/v1/transfers',
      'Authorization: Bearer {{token}}',
      '{',
      '  "customerId": "{{c}}",',
      '  "destination": {"currency": "EUR", "externalAccountId": "{{a}}"},',
      '  "amount": 12.5',
      '}',
      'HTTP 201',
      '{',
      '  "id": "x", "amount": 12.5, "customerId": "c", "purposeOfPayment": "PaymentForGoods"',
      '}',
      'GET {{base}}/api/v1/current-tenant/balances',
      'HTTP 200',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 12', 'transfer-amount 6'],
  ],
  [
    'a notebook: code, not outputs',
    'b.ipynb',
    [
      '{"cells":[{"cell_type":"markdown","source":["# Payouts\\n"]},',
      '{"cell_type":"code","source":["import requests\\n","BASE = \\"https://api.example.com\\"\\n"]},',
      '{"cell_type":"code","outputs":[{"text":["{\'amount\': 5, \'customerId\': \'c\', \'purposeOfPayment\': \'x\'}"]}],"source":["%pip install requests\\n","requests.post(f\\"{BASE}/api/v1/transfers\\", json={\\n","  \\"customerId\\": c, \\"purposeOfPayment\\": \\"PaymentForGoods\\",\\n","  \\"amount\\": 5})\\n","requests.get(BASE + \\"/api/v1/current-tenant/balances\\")"]}],',
      '"nbformat":4}',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 3', 'transfer-amount 3'],
  ],
  [
    'a PowerShell hashtable',
    'c.ps1',
    [
      '# pay',
      '$body = @{',
      '  customerId = $CustomerId',
      "  destination = @{ currency = 'GBP'; externalAccountId = $Account }",
      "  purposeOfPayment = 'PaymentForGoods'",
      '  amount = 10',
      '} | ConvertTo-Json',
      'Invoke-RestMethod -Method Post -Uri "$Base/api/v1/transfers" -Body $body',
      'Invoke-RestMethod -Uri "$Base/api/v1/current-tenant"',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 9', 'transfer-amount 6'],
  ],
  [
    'Apps Script',
    'd.gs',
    [
      'function pay() {',
      "  UrlFetchApp.fetch(BASE + '/api/v1/transfers', { method: 'post', contentType: 'application/json',",
      "    payload: JSON.stringify({ customerId: c, purposeOfPayment: 'PaymentForGoods', amount: 3 }) });",
      "  return UrlFetchApp.fetch(PROPS.getProperty('BASE') + '/api/v1/current-tenant/balances');",
      '}',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 4', 'transfer-amount 3'],
  ],
  [
    'Protocol Buffers; a field that says it ends',
    'e.proto',
    [
      'syntax = "proto3";',
      'message CreateTransferRequest {',
      '  string customer_id = 1;',
      '  string external_account_id = 2;',
      '  string purpose_of_payment = 3;',
      '  double amount = 4;',
      '  reserved "fee";',
      '}',
      'message Onboarding {',
      '  bool is_business_regulated = 1;',
      '  string old_reason = 2 [deprecated = true];',
      '}',
      '',
    ].join('\n'),
    ['customer-removed-field 10', 'transfer-amount 6'],
  ],
  [
    'GraphQL inputs, not what is answered',
    'f.graphql',
    [
      'input CreateTransferInput {',
      '  customerId: ID!',
      '  purposeOfPayment: String',
      '  amount: Float!',
      '}',
      'type Transfer {',
      '  id: ID!',
      '  customerId: ID!',
      '  purposeOfPayment: String',
      '  amount: Float!',
      '}',
      '',
    ].join('\n'),
    ['transfer-amount 4'],
  ],
  [
    'a JMeter plan',
    'g.jmx',
    [
      '<jmeterTestPlan><HTTPSamplerProxy>',
      '<elementProp name="HTTPsampler.Arguments"><stringProp name="Argument.value">{',
      '  &quot;customerId&quot;: &quot;c&quot;,',
      '  &quot;purposeOfPayment&quot;: &quot;PaymentForGoods&quot;,',
      '  &quot;amount&quot;: 5',
      '}</stringProp></elementProp>',
      '<stringProp name="HTTPSampler.path">/api/v1/transfers</stringProp>',
      '</HTTPSamplerProxy><stringProp name="HTTPSampler.path">/api/v1/current-tenant/balances</stringProp></jmeterTestPlan>',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 8', 'transfer-amount 5'],
  ],
  [
    'an expression of n8n',
    'h.n8n.json',
    [
      '{"nodes":[{"name":"Pay","type":"n8n-nodes-base.httpRequest","parameters":{"method":"POST","url":"={{ $env.BASE }}/api/v1/transfers","sendBody":true,',
      '"jsonBody":"={\\n  \\"customerId\\": \\"{{ $json.customer }}\\",\\n  \\"purposeOfPayment\\": \\"PaymentForGoods\\",\\n  \\"amount\\": {{ $json.total }}\\n}"}}]}',
      '',
    ].join('\n'),
    ['transfer-amount 2'],
  ],
  [
    'Perl',
    'k.pl',
    [
      'my $body = encode_json({',
      "  customerId => $c, purposeOfPayment => 'PaymentForGoods',",
      '  amount => 12.5,',
      '});',
      '$ua->post("$base/api/v1/transfers", Content => $body);',
      '',
    ].join('\n'),
    ['transfer-amount 3'],
  ],
  [
    '.env',
    'l.env',
    [
      '# documents',
      'ONBOARDING_DOCUMENT_TYPES=BusinessRegistration,OwnershipChart,AmlPolicy',
      'FLOAT_URL=https://api.example.com/api/v1/current-tenant/balances',
      '',
    ].join('\n'),
    [
      'current-tenant-endpoint 3',
      'onboarding-missing-bank-statements 2',
      'onboarding-removed-document-type 2',
      'onboarding-removed-document-type 2',
    ],
  ],
  [
    'TOML',
    'm.toml',
    [
      '[onboarding]',
      'required_documents = [',
      '  "OwnershipChart",',
      '  "RegulatoryLicenses",',
      ']',
      '[api]',
      'balance_path = "/api/v1/current-tenant/balances"',
      '',
    ].join('\n'),
    [
      'current-tenant-endpoint 7',
      'onboarding-missing-bank-statements 2',
      'onboarding-removed-document-type 3',
      'onboarding-removed-document-type 4',
    ],
  ],
  [
    'a script inside YAML',
    'n.yml',
    [
      'jobs:',
      '  pay:',
      '    steps:',
      '      - name: pay',
      '        run: |',
      '          curl -X POST "$BASE/api/v1/transfers" -d \'{"customerId":"c","amount":5}\'',
      '      - run: curl -s $BASE/api/v1/current-tenant',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 7', 'transfer-amount 6'],
  ],
  [
    'jq and here-documents with variables',
    'o.sh',
    [
      'BODY=$(jq -n --arg c "$C" --argjson amount 10 \'{customerId: $c, purposeOfPayment: "PaymentForGoods", $amount}\')',
      'curl -X POST "$BASE/api/v1/transfers" -d "$BODY"',
      'cat <<JSON | curl -X POST "$BASE/api/v1/transfers" -d @-',
      '{',
      '  "customerId": "$C",',
      '  "amount": $TOTAL,',
      '  "destination": {"currency": "$CUR", "externalAccountId": "$A"}',
      '}',
      'JSON',
      '',
    ].join('\n'),
    ['transfer-amount 1', 'transfer-amount 6'],
  ],
  [
    'inline code; a line that says what was renamed',
    'p.mdx',
    [
      '## Balance',
      'Call `GET /api/v1/current-tenant/balances` before each run.',
      'Upload the documents `OwnershipChart` and `AmlPolicy`.',
      'The path `/api/v1/current-tenant` was renamed to `/api/v1/developer`.',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 2', 'onboarding-removed-document-type 3', 'onboarding-removed-document-type 3'],
  ],
  [
    'a Jinja template',
    'q.json.j2',
    [
      '{',
      '  "customerId": {{ customer | tojson }},',
      '  {% if memo %}"memo": "{{ memo }}",{% endif %}',
      '  "purposeOfPayment": "PaymentForGoods",',
      '  "amount": {{ amount }}',
      '}',
      '',
    ].join('\n'),
    ['transfer-amount 5'],
  ],
  [
    'a file called rows',
    'rows.json',
    [
      '[{"customerId":"c1","source":{"currency":"USDC","walletId":"w"},"destination":{"currency":"GBP","externalAccountId":"e"},"purposeOfPayment":"PaymentForGoods","amount":5}]',
      '',
    ].join('\n'),
    ['transfer-amount 1'],
  ],
  [
    'an answer, by what it holds',
    'response.json',
    [
      '{"id":"t1","status":"created","customerId":"c1","source":{"currency":"USDC","walletId":"w"},"destination":{"currency":"GBP","externalAccountId":"e"},"purposeOfPayment":"PaymentForGoods","amount":5}',
      '',
    ].join('\n'),
    [],
  ],
  [
    'a Postman URL, as text and as segments',
    's.postman_collection.json',
    [
      '{"item":[{"name":"t","request":{"method":"GET","url":{"raw":"{{b}}/api/v1/current-tenant/balances","host":["{{b}}"],"path":["api","v1","current-tenant","balances"]}}},',
      '{"name":"u","request":{"method":"GET","url":{"host":["{{b}}"],"path":["api","v1","current-tenant"]}}}]}',
      '',
    ].join('\n'),
    ['current-tenant-endpoint 1', 'current-tenant-endpoint 2'],
  ],
  [
    'captions',
    'de.json',
    [
      '{"kyb":{"isBusinessRegulated":"Ist Ihr Unternehmen reguliert?","sourceOfFunds":"Herkunft der Mittel"},"transfer":{"amount":"Betrag","purposeOfPayment":"Zweck"}}',
      '',
    ].join('\n'),
    [],
  ],
  ['an ending that every object has', 'a.constructor', ['x amount current-tenant', ''].join('\n'), []],
  [
    'an access log',
    't.log',
    ['10.0.0.1 - - [30/Oct/2026:13:55:36 +0000] "GET /api/v1/current-tenant/balances HTTP/1.1" 200', ''].join(
      '\n',
    ),
    ['current-tenant-endpoint 1'],
  ],
  [
    'a data URL among IDs',
    'u.csv',
    [
      'customerId;purposeOfPayment;receiverAmount;documents',
      'c;PaymentForGoods;5;"7c9e6679-7425-40de-944b-e07fc1f90ae7|data:application/pdf;base64,JVBERi0="',
      '',
    ].join('\n'),
    ['transfer-documents-base64 2'],
  ],
  [
    'an array of document types',
    'v.sh',
    [
      '# for t in OwnershipChart; do',
      'TYPES=(BusinessRegistration OwnershipChart)',
      'for t in "${TYPES[@]}"; do curl -F "documentType=$t" -F "file=@$t.pdf" "$BASE/api/v1/customers/$ID/documents"; done',
      '',
    ].join('\n'),
    ['onboarding-missing-bank-statements 2', 'onboarding-removed-document-type 2'],
  ],
  [
    "variables of one's own",
    'x.tf.json',
    ['{"variable":{"amount":{"default":5},"compliance":{"default":"strict"}}}', ''].join('\n'),
    [],
  ],
  [
    'OpenAPI in YAML, not its answers',
    'y.yml',
    [
      'openapi: 3.0.0',
      'paths:',
      '  /api/v1/transfers:',
      '    post:',
      '      requestBody:',
      '        content:',
      '          application/json:',
      '            schema:',
      '              properties:',
      '                customerId: {type: string}',
      '                amount: {type: number}',
      '      responses:',
      "        '201':",
      '          content:',
      '            application/json:',
      '              schema:',
      '                properties: {id: {type: string}, amount: {type: number}, customerId: {type: string}}',
      '',
    ].join('\n'),
    ['transfer-amount 11'],
  ],
  [
    'an unquoted data URL, which its comma cuts in two',
    'x.csv',
    'customerId,purposeOfPayment,receiverAmount,documents\nc,PaymentForGoods,5,data:application/pdf;base64,JVBERi0=',
    ['transfer-documents-base64 2'],
  ],
  [
    'a data URL in a variable',
    'y.sh',
    'PDF="data:application/pdf;base64,$(base64 a.pdf)"\ncurl -d \'{"receiverAmount":5,"documents":["\'"$PDF"\'"]}\' "$BASE/api/v1/transfers"',
    ['transfer-documents-base64 1'],
  ],
];

it('what was passed over is counted as people count', () => {
  const skipped = new Map<SkipReason, number>([
    ['lock', 1],
    ['dangling-link', 1],
    ['own-report', 2],
    ['binary', 1],
    ['gone', 1],
  ]);
  expect(skippedText({ skipped, workbooks: [] })).toBe(
    '1 lock file, 1 link that leads nowhere, 2 reports of paybatch, 1 binary file, 1 file that is gone',
  );
});

describe('formats of data', () => {
  it.each(CASES)('%s (%s)', async (_, path, text, expected) => {
    const { findings } = await scanFile(path, text, SCAN);
    const shown = findings.filter(({ confidence }) => confidence !== 'low');
    expect(shown.map(({ rule, line }) => `${rule} ${line}`).sort()).toEqual(expected);
  });
});
