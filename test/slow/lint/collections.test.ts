// --fix of a Postman collection: a request is changed at all of its places, and so are the examples that were saved with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';

const HOST = 'https://api.payments.example';
const [OLD, NEW] = ['current-tenant', 'developer'];
const AS_OBJECT = { type: 'string', value: OLD };
const ANSWER = `{"self":"/api/v1/${OLD}/balances"}`;
type Segment = string | typeof AS_OBJECT;

const url = (raw: string, segment: Segment) => ({
  ...{ raw: `${HOST}/api/v1/${raw}/balances`, host: [HOST] },
  path: ['api', 'v1', segment, 'balances'],
});
const entry = (own: unknown, example?: unknown) => ({
  ...{ name: 't', request: { method: 'GET', url: own } },
  ...(example === undefined
    ? {}
    : { response: [{ originalRequest: { method: 'GET', url: example }, code: 200, body: ANSWER }] }),
});

async function fixed(...item: unknown[]): Promise<string> {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const at = folder({ 'p.json': JSON.stringify({ info: { name: 'Payments', schema }, item }, null, 2) });
  await program(['lint', '.', '--fix', '--as-of', '2026-06-01'], fakeIo(at));
  return readFileSync(join(at, 'p.json'), 'utf8');
}

it.each<[string, unknown]>([
  ['segments as objects', entry(url(OLD, AS_OBJECT))],
  ['a half with its text mended', entry(url(NEW, OLD))],
  ['the same with an object', entry(url(NEW, AS_OBJECT))],
  ['a half with its segments mended', entry(url(OLD, NEW))],
  ['an example with its request', entry(url(OLD, OLD), url(OLD, OLD))],
  ['an example of a request that is mended', entry(url(NEW, NEW), url(OLD, OLD))],
  ['half of such an example', entry(url(NEW, NEW), url(NEW, OLD))],
  ['an example by its text', entry(`${HOST}/api/v1/${NEW}/balances`, `${HOST}/api/v1/${OLD}/balances`)],
])('mends %s, and no answer', async (_, one) => {
  const text = await fixed(one);
  expect(text.replace(JSON.stringify(ANSWER), '')).not.toContain(OLD);
  if (JSON.stringify(one).includes('"body"')) expect(text).toContain(JSON.stringify(ANSWER));
});

it('leaves a request whose new form is another entry', async () => {
  expect(await fixed(entry(url(OLD, OLD)), entry(url(NEW, NEW)))).toContain(OLD);
});
