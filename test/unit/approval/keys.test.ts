// The keys of approvers, what a signature covers, and how much dearer a planned row may become.
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { canonicalJson } from '../../../src/approval/canonical.ts';
import { limitOf, readDrift, whyDearer } from '../../../src/approval/drift.ts';
import { newKeyPair, openPrivateKey, readPublicKey } from '../../../src/approval/keys.ts';
import { readPlan } from '../../../src/approval/plan-format.ts';
import { program } from '../../../src/cli/program.ts';
import { folder } from '../../kit/folder.ts';
import { fakeIo } from '../../kit/io.ts';
import { approvedPlan, PASSPHRASE } from '../../kit/plans.ts';
import { saying } from '../../kit/words.ts';

async function keygen(env: Record<string, string>, answers: string[] = [], at = folder()) {
  const io = fakeIo(at, env, {
    interactive: answers.length > 0,
    askSecret: () => Promise.resolve(answers.shift() ?? ''),
  });
  const code = await program(['keygen', '--out', 'ada.key'], io);
  return { at, code, ...io.said };
}

describe('keygen', () => {
  it('writes an encrypted private key (mode 0600) and a one-line public key, and never overwrites a key', async () => {
    const { at, code, out } = await keygen({ PAYBATCH_KEY_PASSPHRASE: PASSPHRASE });
    expect(code).toBe(0);
    const pem = readFileSync(join(at, 'ada.key'), 'utf8');
    expect(pem).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(statSync(join(at, 'ada.key')).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(at, 'ada.key.pub'), 'utf8');
    expect(text).toMatch(/^ed25519:[A-Za-z0-9+/]{43}=\n$/);
    expect(out).toContain(text.trim());
    expect(openPrivateKey(pem, PASSPHRASE).publicKey).toBe(text.trim());
    expect(() => openPrivateKey(pem, 'wrong')).toThrow(/passphrase is wrong/);
    expect((await keygen({ PAYBATCH_KEY_PASSPHRASE: 'x' }, [], at)).err).toContain(
      'a key is never overwritten',
    );
    expect(readFileSync(join(at, 'ada.key'), 'utf8')).toBe(pem);
  });
  it('takes the passphrase from a file or a terminal, and refuses it as a flag', async () => {
    const at = folder({ secret: `${PASSPHRASE}\n`, empty: '\n' });
    expect((await keygen({ PAYBATCH_KEY_PASSPHRASE_FILE: 'secret' }, [], at)).code).toBe(0);
    expect(openPrivateKey(readFileSync(join(at, 'ada.key'), 'utf8'), PASSPHRASE).publicKey).toMatch(
      /^ed25519:/,
    );
    expect((await keygen({ PAYBATCH_KEY_PASSPHRASE_FILE: join(at, 'empty') })).code).toBe(2);
    expect((await keygen({})).err).toContain('no passphrase: set PAYBATCH_KEY_PASSPHRASE');
    expect((await keygen({}, ['one', 'one'])).code).toBe(0);
    expect((await keygen({}, ['one', 'two'])).err).toContain('differ');
    const io = fakeIo(at);
    expect(await program(['keygen', '--out', 'k', '--passphrase', 'x'], io)).toBe(2);
  });
});

describe('a public key', () => {
  it('is accepted in one form only', () => {
    const { publicKey } = newKeyPair('x');
    expect(readPublicKey(` ${publicKey}\n`)).toBeDefined();
    for (const other of [
      publicKey.slice(0, -1),
      `${publicKey}=`,
      publicKey.replace('ed25519:', ''),
      '',
      'ed25519:',
    ])
      expect(readPublicKey(other)).toBeUndefined();
  });
});

it('a signature covers format and plan in RFC 8785 form', async () => {
  const one = await approvedPlan();
  const { format, plan, signatures } = one.read();
  const raw = Buffer.from(signatures[0]?.publicKey.slice('ed25519:'.length) ?? '', 'base64');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const text = Buffer.from(canonicalJson({ format, plan }));
  expect(verify(null, text, key, Buffer.from(signatures[0]?.signature ?? '', 'base64'))).toBe(true);
  // A signature that another program made in this way, without our seal, counts as well.
  const bare = { ...signatures[0], seal: undefined };
  writeFileSync(join(one.at, 'p.plan'), JSON.stringify({ signatures: [bare], plan, format }));
  expect((await one.run()).code).toBe(0);
});

describe('the canonical form', () => {
  it('follows RFC 8785', () => {
    const value = {
      '\u20ac': 'Euro',
      '\r': 'CR',
      '1': 'One',
      '\u0080': 'C',
      b: [null, true, 12, 'a"\u000f\n\\'],
      a: {},
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":"CR","1":"One","a":{},"b":[null,true,12,"a\\"\\u000f\\n\\\\"],"\u0080":"C","\u20ac":"Euro"}',
    );
    for (const odd of [0.5, NaN, '\ud800', () => 1]) expect(() => canonicalJson(odd)).toThrow(TypeError);
  });
  it('does not depend on the order of members', () => {
    const json = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
    );
    fc.assert(
      fc.property(json, (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

it.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"a":{"b":1,"c":[{"b":2}],"b":1}}', 'b'],
  ['{"a":1,"\\u0061":1}', 'a'],
  ['{"a":"a:b","b":"{\\"a\\":1}","c":[{"a":1},{"a":1}]}', undefined],
  ['{"__proto__":1}', '__proto__'],
])('readPlan finds the repeated member of %s: %s', (text, name) => {
  expect(() => readPlan(text, 'p')).toThrow(name === undefined ? 'no format' : `"${name}" appears twice`);
});

describe('the price limit of a planned row', () => {
  it.each([
    [{ debit: '100', fee: '1' }, { debit: '101.505' }, 'no longer contains the fee'],
    [{ debit: '100' }, { debit: '100.50' }, undefined],
    [
      { debit: '100' },
      { debit: '100.51' },
      'it costs 100.51 now, but 100 was approved (at most 100.5, 0.5% more)',
    ],
    [{ debit: '100', fee: '1' }, { debit: '100', fee: '1.505' }, undefined],
    [{ debit: '100', fee: '1' }, { debit: '100', fee: '1.506' }, 'it costs 101.506 now'],
    [{ debit: '100' }, {}, 'no longer contains the debit'],
    [{}, { debit: '5' }, 'it costs 5 now, but no price was approved for it'],
    [{}, {}, undefined],
  ])('compares the planned price %j with the price %j at the run', (was, now, says) => {
    const why = whyDearer(now, was, '0.5%');
    if (says === undefined) expect(why).toBeUndefined();
    else expect(why).toEqual(saying(says));
  });
  it('is exact, and --max-drift takes only a percentage from 0% to 100%', () => {
    expect(limitOf('0.1', '0.3%')).toBe('0.1003');
    expect(limitOf('123456789012345678901234567890.01', '0%')).toBe('123456789012345678901234567890.01');
    for (const odd of ['0.5', '-1%', '101%', 'a%', '0.5 %'])
      expect(() => readDrift(odd, '--max-drift')).toThrow();
  });
});
