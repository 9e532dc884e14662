// Sentences about plans, signatures, keys and the policy for approvals.
import type { ApprovalMessages, NotCounted } from '../approval/messages.ts';
import { shellQuoted } from '../files/plain.ts';
import type { WordsOf } from '../message.ts';

type Params<Code extends keyof ApprovalMessages> = ApprovalMessages[Code];

const KEYS: Readonly<Record<Params<'key_unusable'>['why'], string>> = {
  no_passphrase: 'a private key needs a passphrase',
  not_encrypted: 'it is not an encrypted private key (PKCS#8): paybatch keygen makes one',
  not_opened: "it can't be opened: the passphrase is wrong, or the file is damaged",
  not_ed25519: 'it is not an Ed25519 key',
};

const NOT_COUNTED: Readonly<Record<NotCounted, string>> = {
  other_key: 'the key does not belong to an approver in the config',
  edited: 'its name or its time was changed',
  by_maker: 'this person made the plan',
  again: 'this person has signed already',
};

function notAsWritten({ where, unknown }: Params<'plan_not_as_written'>): string {
  if (unknown.length > 0)
    return `has an unknown member: "${unknown.join('", "')}"${where === '' ? '' : ` in ${where}`}`;
  return `${where === '' ? 'the file' : `"${where}"`} does not have the form that paybatch plan writes`;
}

function contradiction({ about, maxDrift }: Params<'plan_contradicts_itself'>): string {
  if (about === 'maxDrift') return `its maxDrift is ${maxDrift}, but at most 100% is allowed`;
  return about === 'cost'
    ? 'it has a cost without quotes, or quotes without a cost'
    : 'the number of its warnings is wrong';
}

const PLAN_FILES = {
  plan_not_json: () =>
    'this is not a plan: its text is not JSON. A plan is what paybatch plan FILE --out PLAN writes',
  plan_name_twice: ({ name }) =>
    `the member "${name}" appears twice, or is not allowed: the plan was changed by hand`,
  plan_format_unknown: ({ format, known }) => {
    const shown = format === null ? 'it has no format' : `its format is "${format}"`;
    return `${shown}, but this version reads ${known}: make the plan again`;
  },
  plan_half_character: () => 'it contains an incomplete Unicode character: the plan was changed by hand',
  plan_not_as_written: (fault) =>
    `${notAsWritten(fault)}: the plan was changed by hand, or another version wrote it`,
  plan_digest_wrong: () => 'the plan was changed after it was made: its digest is wrong. Make the plan again',
  plan_contradicts_itself: (fault) =>
    `${contradiction(fault)}: the plan was written by hand. Make the plan again`,
  plan_expired: ({ expiresAt }) => `it expired at ${expiresAt}: make another plan`,

  signature_wrong: ({ name }) =>
    `the signature of "${name}" is not valid: the plan or the signature was changed, or has another format`,
  signature_not_counted: ({ name, why }) => `"${name}": ${NOT_COUNTED[why]}`,
  signatures_missing: ({ plan, wanted, approved, others, ignored }, say) => {
    const uncounted = ignored.length === 0 ? '' : `; not counted: ${ignored.map(say).join('; ')}`;
    const have = approved.length === 0 ? 'none' : approved.join(', ');
    const next =
      others.length === 0
        ? ''
        : `. Ask ${others.join(' or ')} to sign it: paybatch approve ${shellQuoted(plan)} --key KEY`;
    return `it needs ${wanted} ${wanted === 1 ? 'signature' : 'signatures'} of approvers, but has ${have}${uncounted}${next}`;
  },
  plan_rejected: ({ by, reason }) => `rejected by ${by} (${reason}). Make another plan`,
  key_unusable: ({ why }) => KEYS[why],
} satisfies Partial<WordsOf<ApprovalMessages>>;

const POLICY = {
  approver_without_key: ({ name }) => `approvers: "${name}" has no public key (the text of KEY.pub)`,
  approvers_share_key: () => 'approvers: two approvers have the same public key',
  approver_unreadable: ({ name }) => `approvers: the name "${name}" has no visible characters`,
  no_approvers: () => 'requireApproval is set, but the config names no approvers',
  too_few_approvers: ({ signatures, approvers }) =>
    `requireApproval needs ${signatures} signatures, but approvers names only ${approvers} ${approvers === 1 ? 'person' : 'people'}`,
  limit_not_decimal: ({ currency, amount }) =>
    `requireApproval.from: ${currency} "${amount}" is not a plain decimal`,
  limit_twice: ({ currency }) =>
    `requireApproval.from: ${currency} appears twice, spelled differently: write it once`,
  no_environments: () =>
    'requireApproval.environments is an empty list, so nothing would need approval. Name base addresses, or remove the list: then every environment needs approval',
  environment_not_address: ({ entry }) =>
    `requireApproval.environments: entry ${entry} is not a base address: write it as baseUrl has it, such as https://api.example.com`,

  approval_needed: ({ what, why }, say) => {
    const needs = `${what}: this needs an approved plan (requireApproval): ${say(why)}`;
    return what === 'createTrade'
      ? `${needs}. A trade cannot be planned, so it is not possible here. The config decides where requireApproval applies`
      : `${needs}. Make a plan (paybatch plan) and have it approved. Then use paybatch run --plan PLAN`;
  },
  all_need_approval: () => 'it applies to every payment of this environment',
  trades_need_approval: () => 'the amounts of a trade are not known before it is made',
  no_limit: ({ currency }) => `requireApproval.from names no amount for ${currency}`,
  total_unreadable: ({ currency }) => `an amount in ${currency} can't be read`,
  limit_reached: ({ total, currency, limit }) =>
    `the total of ${total} ${currency} reaches the limit of ${limit}`,
} satisfies Partial<WordsOf<ApprovalMessages>>;

export const APPROVAL: WordsOf<ApprovalMessages> = {
  ...PLAN_FILES,
  ...POLICY,
  drift_unreadable: ({ flag, text }) => `${flag} ${text}: expected a percentage such as 0.5%`,
  price_never_approved: ({ cost }) => `it costs ${cost} now, but no price was approved for it`,
  price_unsaid: ({ figure }) =>
    figure === 'debit' ? 'its quote no longer contains the debit' : 'its quote no longer contains the fee',
  cost_exceeded: ({ cost, approved, limit, drift }) =>
    `it costs ${cost} now, but ${approved} was approved (at most ${limit}, ${drift} more)`,
};
