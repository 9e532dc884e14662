// Sentences about plans, signatures, keys and the policy for approvals.
import type { ApprovalMessages, NotCounted } from '../approval/messages.ts';
import type { WordsOf } from '../message.ts';

type Params<Code extends keyof ApprovalMessages> = ApprovalMessages[Code];

const KEYS: Readonly<Record<Params<'key_unusable'>['why'], string>> = {
  no_passphrase: 'a private key needs a passphrase',
  not_encrypted: 'it is no encrypted private key (PKCS#8): paybatch keygen makes one',
  not_opened: "it can't be opened: the passphrase is wrong, or the file is damaged",
  not_ed25519: 'it is a key of another kind than Ed25519',
};

const NOT_COUNTED: Readonly<Record<NotCounted, string>> = {
  other_key: 'the key belongs to no approver in the config',
  edited: 'its name or its time was changed',
  by_maker: 'made the plan',
  again: 'has signed already',
};

function notAsWritten({ where, unknown }: Params<'plan_not_as_written'>): string {
  if (unknown.length > 0)
    return `has an unknown member: "${unknown.join('", "')}"${where === '' ? '' : ` in ${where}`}`;
  return `${where === '' ? 'the file' : `"${where}"`} is not as plan writes it`;
}

function contradiction({ about, maxDrift }: Params<'plan_contradicts_itself'>): string {
  if (about === 'maxDrift') return `its maxDrift is ${maxDrift}, and 100% is the most`;
  return about === 'cost'
    ? 'it has a cost without quotes, or quotes without a cost'
    : 'its warnings are not as many as it counts';
}

const PLAN_FILES = {
  plan_not_json: () =>
    'this is not a plan: its text is not JSON. A plan is what paybatch plan FILE --out PLAN writes',
  plan_name_twice: ({ name }) =>
    `"${name}" is there twice, or is a name that no plan has: it was changed by hand`,
  plan_format_unknown: ({ format, known }) => {
    const shown = format === null ? 'it has no format' : `its format is "${format}"`;
    return `${shown}, and this version reads ${known}: make the plan again`;
  },
  plan_half_character: () => 'it holds half a character: it was changed by hand',
  plan_not_as_written: (fault) => `${notAsWritten(fault)}: it was changed by hand or is another version's`,
  plan_digest_wrong: () =>
    'it was changed after it was made: it no longer fits its own digest. Make the plan again',
  plan_contradicts_itself: (fault) => `${contradiction(fault)}: it was written by hand. Make the plan again`,
  plan_expired: ({ expiresAt }) => `it expired at ${expiresAt}: make another plan`,

  signature_wrong: ({ name }) =>
    `the signature of "${name}" doesn't hold: the plan or the signature was changed, or it is of another format`,
  signature_not_counted: ({ name, why }) => `"${name}": ${NOT_COUNTED[why]}`,
  signatures_missing: ({ wanted, approved, ignored }, say) => {
    const others = ignored.length === 0 ? '' : `; not counted: ${ignored.map(say).join('; ')}`;
    const have = approved.length === 0 ? 'none' : approved.join(', ');
    return `it needs ${wanted} ${wanted === 1 ? 'signature' : 'signatures'} of approvers and has ${have}${others}`;
  },
  plan_rejected: ({ by, reason }) => `rejected by ${by}: ${reason}`,
  key_unusable: ({ why }) => KEYS[why],
} satisfies Partial<WordsOf<ApprovalMessages>>;

const POLICY = {
  approver_without_key: ({ name }) => `approvers: "${name}" has no public key (the text of KEY.pub)`,
  approvers_share_key: () => 'approvers: two of them have the same public key',
  approver_unreadable: ({ name }) => `approvers: the name "${name}" can't be read`,
  no_approvers: () => 'requireApproval: there are no approvers',
  too_few_approvers: ({ signatures, approvers }) =>
    `requireApproval: ${signatures} signatures are wanted, and there are ${approvers} approvers`,
  limit_not_decimal: ({ currency, amount }) =>
    `requireApproval.from: ${currency} "${amount}" is not a plain decimal`,
  limit_twice: ({ currency }) =>
    `requireApproval.from: ${currency} is there twice, spelled differently: write it once`,
  no_environments: () =>
    'requireApproval.environments: the list is empty, so that nothing would need approval: name base addresses, or leave it out, which means every environment',
  environment_not_address: ({ entry }) =>
    `requireApproval.environments: entry ${entry} is not a base address: write it as baseUrl has it, such as https://api.example.com`,

  approval_needed: ({ what, why }, say) => {
    const needs = `${what}: this needs an approved plan (requireApproval): ${say(why)}`;
    return what === 'createTrade'
      ? `${needs}. A trade cannot be planned. Whether requireApproval applies here is decided in the config`
      : `${needs}. Make one with paybatch plan, have it approved, then paybatch run --plan PLAN`;
  },
  all_need_approval: () => 'every payment here needs one',
  trades_need_approval: () => 'what a trade moves is not known before it is made',
  no_limit: ({ currency }) => `requireApproval.from names no amount for ${currency}`,
  total_unreadable: ({ currency }) => `an amount in ${currency} can't be read`,
  limit_reached: ({ total, currency, limit }) => `${total} ${currency} is ${limit} or more`,
} satisfies Partial<WordsOf<ApprovalMessages>>;

export const APPROVAL: WordsOf<ApprovalMessages> = {
  ...PLAN_FILES,
  ...POLICY,
  drift_unreadable: ({ flag, text }) => `${flag} ${text}: expected a percentage such as 0.5%`,
  price_never_approved: ({ cost }) => `it costs ${cost} now, and no price of it was approved`,
  price_unsaid: ({ figure }) =>
    figure === 'debit' ? 'its quote no longer says what it debits' : 'its quote no longer says its fee',
  cost_exceeded: ({ of, cost, approved, limit, drift }) =>
    `${of === 'row' ? 'it costs ' : ''}${cost} now, ${approved} was approved (at most ${limit}, ${drift} more)`,
};
