// The OpenAPI document: a public validator accepts it, it is complete, and it adds nothing to the specification.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';

import { DEPRECATIONS } from '../../../src/interface/deprecations.ts';
import { ENDPOINT_IDS, ENDPOINTS } from '../../../src/interface/endpoints.ts';
import { openApi } from '../../../src/interface/openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, Record<string, unknown>> }>;
  };
}

const document = openApi() as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1/);
  });
  it.each(ENDPOINT_IDS)('has %s with its method and path', (id) => {
    const { method, path } = ENDPOINTS[id];
    expect(operations.find((one) => one.operationId === id)).toMatchObject({
      method: method.toLowerCase(),
      path,
    });
  });
  it('contains nothing deprecated', () => {
    const text = JSON.stringify(document);
    for (const { what } of DEPRECATIONS) if (what !== 'amount') expect(text).not.toContain(`"${what}"`);
    expect(Object.keys(document.components.schemas['Transfer']?.properties ?? {})).not.toContain('amount');
  });
  it('describes only the response fields that the specification shows', () => {
    for (const { operationId, responses } of operations) {
      for (const { content } of Object.values(responses)) {
        const { schema } = content['application/json'] ?? { schema: {} };
        const shown = operationId === 'uploadTransferDocument' && 'required' in schema ? ['documentId'] : [];
        expect(Object.keys(schema['properties'] ?? {}), operationId).toEqual(shown);
        expect(schema['additionalProperties']).toEqual({});
      }
    }
  });
});

describe('the schema of a request body', () => {
  const ajv = new Ajv2020({ strict: false });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv); // its types are CommonJS
  it.each<[boolean, string, object]>([
    [true, 'Transfer', { receiverAmount: 12.5 }],
    [false, 'Transfer', { receiverAmount: '12.5' }],
    [false, 'Transfer', { amount: 12.5 }],
    [false, 'Transfer', {}],
    [true, 'Transfer', { receiverAmount: 1, documents: ['16fd2706-8baf-433b-82eb-8c7fada847da'] }],
    [false, 'Transfer', { receiverAmount: 1, documents: ['data:application/pdf;base64,AAAA'] }],
    [false, 'Customer', { businessLegalName: 'X', countryOfIncorporation: 'Germany' }],
    [true, 'TransferQuote', { receiverAmount: 1, source: { currency: 'USDC' } }],
    [false, 'TransferQuote', { receiverAmount: 1, amount: 1 }],
    [false, 'TransferDocument', { fileBlob: 'x' }],
  ])('gives %s for %s %j', (ok, name, body) =>
    expect(ajv.validate(document.components.schemas[name] ?? {}, body)).toBe(ok),
  );
});
