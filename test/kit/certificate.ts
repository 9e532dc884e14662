// Makes a self-signed certificate for one test, so that the repository holds no key and no other tool is needed.
import { generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER: a tag, a length and the content. */
function der(tag: number, ...parts: readonly (Buffer | string | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer))); // `from` takes all three types
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

const SEQUENCE = 0x30;
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const COMMON_NAME = der(0x06, [0x55, 0x04, 0x03]);
const SUBJECT_ALT_NAME = der(0x06, [0x55, 0x1d, 0x11]);
const BASIC_CONSTRAINTS = der(0x06, [0x55, 0x1d, 0x13]);

/** For these DNS names; `cert` and `key` are PEM. */
export function testCertificate(...names: readonly string[]): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, names[0] ?? 'test'))));
  const alternatives = der(SEQUENCE, ...names.map((one) => der(0x82, one)));
  const isAuthority = der(SEQUENCE, der(0x01, [0xff]));
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, BASIC_CONSTRAINTS, der(0x01, [0xff]), der(0x04, isAuthority)),
    der(SEQUENCE, SUBJECT_ALT_NAME, der(0x04, alternatives)),
  );
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, der(0x18, '20200101000000Z'), der(0x18, '21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(SEQUENCE, body, ECDSA_WITH_SHA256, der(0x03, [0], signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
