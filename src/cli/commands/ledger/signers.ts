// Who signed the plan in an export: whoever wrote the export chose the keys in it, so whose they are is said by the approvers of
// the config at hand, or by nobody.
import { hash } from 'node:crypto';

import { PlanError } from '../../../approval/plan-error.ts';
import { type PlanSignature, readPlan } from '../../../approval/plan-format.ts';
import type { Approver } from '../../../approval/signatures.ts';
import { plain } from '../../../files/plain.ts';
import { PLAN } from '../../../ledger/sqlite/archive/format.ts';

/** None where there is no plan, or none that can be read: that is a finding of its own. */
export function signersOf(bytes: Uint8Array | undefined): readonly PlanSignature[] {
  if (!bytes) return [];
  try {
    return readPlan(Buffer.from(bytes).toString('utf8'), PLAN).signatures;
  } catch (error) {
    if (error instanceof PlanError) return [];
    throw error;
  }
}

/** Short enough to be read aloud. */
const fingerprint = (publicKey: string): string => hash('sha256', publicKey.trim()).slice(0, 16);

const knownAs = ({ publicKey }: PlanSignature, approvers: readonly Approver[]): Approver | undefined =>
  approvers.find((one) => one.publicKey.trim() === publicKey.trim());

/** For programs: `approver` is who has that key in the config here, `null` where it is nobody's. */
export function signersJson(signers: readonly PlanSignature[], approvers: readonly Approver[]) {
  return signers.map((one) => ({
    name: one.name,
    publicKey: one.publicKey,
    at: one.at,
    rejected: one.rejected ?? null,
    approver: knownAs(one, approvers)?.name ?? null,
  }));
}

export function signersText(signers: readonly PlanSignature[], approvers: readonly Approver[]): string {
  if (signers.length === 0) return '';
  const lines = signers.map((one) => {
    const { name, publicKey, rejected } = one;
    const known = knownAs(one, approvers);
    const did = rejected === undefined ? 'Signed' : 'Rejected';
    const who = known
      ? `${plain(known.name)} in the config here`
      : approvers.length > 0
        ? "WHICH IS NONE OF THE APPROVERS' in the config here"
        : 'of which the config here knows nothing (approvers)';
    return `${did} as "${plain(name)}" by the key ${fingerprint(publicKey)}, ${who}\n`;
  });
  return `${lines.join('')}Whose keys these are is not proved by the export: compare them with approvers, and its heads with results of your own (--against)\n`;
}
