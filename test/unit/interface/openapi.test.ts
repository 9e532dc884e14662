// The interface as a document: valid by a public validator, complete, and nothing invented in it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

import { DEPRECATIONS } from '../../../src/interface/deprecations.ts';
import { ENDPOINT_IDS, ENDPOINTS } from '../../../src/interface/endpoints.ts';
import { jsonSchema, openApi, SCHEMA_NAMES } from '../../../src/interface/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, Record<string, unknown>> }>;
  };
}

const document = openApi(2026) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('OpenAPI 3.1', () => {
  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
  });
  it('would not be valid with a mistake in it', async () => {
    const wrong = structuredClone(document) as unknown as Record<string, unknown>;
    delete wrong['info'];
    expect((await new Validator().validate(wrong as never)).valid).toBe(false);
  });
  it.each(ENDPOINT_IDS)('has %s with its method and path', (id) => {
    const { method, path } = ENDPOINTS[id];
    expect(operations.find((one) => one.operationId === id)).toMatchObject({
      method: method.toLowerCase(),
      path,
    });
  });
  it('has the earlier paths, deprecated with their end', () => {
    const earlier = operations.filter(({ path }) => path.includes('current-tenant'));
    expect(earlier.map(({ operationId }) => operationId).sort()).toEqual(
      [
        'getCryptoInstruction',
        'getDeveloper',
        'getDeveloperBalances',
        'getWebhookConfig',
        'updateWebhookConfig',
      ]
        .map((id) => `${id}CurrentTenant`)
        .sort(),
    );
    for (const one of earlier) expect(one).toMatchObject({ deprecated: true, 'x-sunset': '2026-10-30' });
    expect(operations.filter(({ deprecated }) => deprecated)).toHaveLength(5);
  });
  it('has every field that ends, with its end', () => {
    const { properties } = document.components.schemas['Customer'] ?? { properties: {} };
    const breakdown = (
      properties['transactionBreakdown'] as { properties: Record<string, Record<string, unknown>> }
    ).properties;
    for (const { where, what, end } of DEPRECATIONS) {
      if (where !== 'customer' && where !== 'customer-breakdown') continue;
      const field = (where === 'customer' ? properties : breakdown)[what];
      expect(field, what).toMatchObject({ deprecated: true });
      expect(field?.['x-sunset'], what).toBe(end.kind === 'not-stated' ? undefined : '2026-10-30');
    }
    expect(Object.keys(document.components.schemas['Transfer']?.properties ?? {})).not.toContain('amount');
  });
  it('says nothing of an answer but what is shown', () => {
    for (const { operationId, responses } of operations) {
      for (const { content } of Object.values(responses)) {
        const { schema } = content['application/json'] ?? { schema: {} };
        const shown = operationId === 'uploadTransferDocument' && 'required' in schema ? ['documentId'] : [];
        expect(Object.keys(schema['properties'] ?? {}), operationId).toEqual(shown);
        expect(schema['additionalProperties']).toEqual({});
      }
    }
  });
  it('takes the year of the cutoff from the profile', () => {
    expect(JSON.stringify(openApi(2027))).toContain('2027-10-30');
    expect(JSON.stringify(openApi(2027))).not.toContain('2026-10-30');
  });
});

describe('one schema', () => {
  const ajv = new Ajv2020({ strict: false });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv); // its types are CommonJS
  it.each(SCHEMA_NAMES)('%s is JSON Schema that compiles', (name) =>
    expect(ajv.compile(jsonSchema(name, 2026))).toBeTypeOf('function'),
  );
  it.each<[boolean, (typeof SCHEMA_NAMES)[number], object]>([
    [true, 'transfer', { receiverAmount: 12.5 }],
    [false, 'transfer', { receiverAmount: '12.5' }],
    [false, 'transfer', { amount: 12.5 }],
    [false, 'transfer', {}],
    [true, 'transfer', { receiverAmount: 1, documents: ['16fd2706-8baf-433b-82eb-8c7fada847da'] }],
    [true, 'transfer', { receiverAmount: 1, documents: ['data:application/pdf;base64,AAAA'] }],
    [false, 'transfer', { receiverAmount: 1, documents: ['invoice.pdf'] }],
    [
      true,
      'customer',
      { businessLegalName: 'X', sourceOfFunds: 'Sales', transactionBreakdown: { transactionTypes: [] } },
    ],
    [false, 'customer', { businessLegalName: 'X', countryOfIncorporation: 'Germany' }],
    [true, 'transferQuote', { receiverAmount: 1, source: { currency: 'USDC' } }],
    [false, 'transferQuote', { receiverAmount: 1, amount: 1 }],
    [false, 'transferQuote', { amount: 1 }],
    [false, 'transferDocument', { fileBlob: 'x' }],
  ])('%s: %s %j', (ok, name, body) => expect(ajv.validate(jsonSchema(name, 2026), body)).toBe(ok));
});
