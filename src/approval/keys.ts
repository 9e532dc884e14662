// Keys of approvers: Ed25519. A private key is stored encrypted only.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

import { approvalMessage, type ApprovalMessages } from './messages.ts';
import { PlanError } from './plan-error.ts';

const PREFIX = 'ed25519:';
const RAW_BYTES = 32;
/** A public key in DER begins with this. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const unusable = (why: ApprovalMessages['key_unusable']['why']): PlanError =>
  new PlanError('key', approvalMessage('key_unusable', { why }));

/** Encrypted PKCS#8 as PEM, and the public key in one line. Errors: {@link PlanError} without a passphrase. */
export function newKeyPair(passphrase: string): { readonly privateKey: string; readonly publicKey: string } {
  if (passphrase === '') throw unusable('no_passphrase');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
  return { privateKey: pem.toString(), publicKey: publicText(publicKey) };
}

/** Errors: {@link PlanError}: not a key of ours, or the passphrase is wrong. */
export function openPrivateKey(
  pem: string,
  passphrase: string,
): { readonly key: KeyObject; readonly publicKey: string } {
  if (!pem.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----')) {
    throw unusable('not_encrypted');
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem', passphrase });
  } catch {
    throw unusable('not_opened');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw unusable('not_ed25519');
  return { key, publicKey: publicText(createPublicKey(key)) };
}

function publicText(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' });
  return PREFIX + der.subarray(der.length - RAW_BYTES).toString('base64');
}

export function readPublicKey(text: string): KeyObject | undefined {
  const line = text.trim();
  if (!line.startsWith(PREFIX)) return undefined;
  const raw = Buffer.from(line.slice(PREFIX.length), 'base64');
  // One spelling for each key: with two, one person could sign twice.
  if (raw.length !== RAW_BYTES || PREFIX + raw.toString('base64') !== line) return undefined;
  return createPublicKey({ key: Buffer.concat([DER_HEAD, raw]), format: 'der', type: 'spki' });
}
