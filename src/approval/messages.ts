// Messages about plans, signatures, keys and the policy for approvals. Their sentences are in words/approval.ts.
import { type Message, messagesOf } from '../message.ts';

/** Why a signature doesn't count. */
export type NotCounted = 'other_key' | 'edited' | 'by_maker' | 'again';

export interface ApprovalMessages {
  // Errors in the file of a plan. Each follows the file's name.
  plan_not_json: object;
  plan_name_twice: { name: string };
  /** `format`: of the file, if it has one. `known`: what this version reads. */
  plan_format_unknown: { format: string | null; known: string };
  plan_half_character: object;
  /** `where`: the member's path; empty for the file. `unknown`: members that no plan has. */
  plan_not_as_written: { where: string; unknown: readonly string[] };
  plan_digest_wrong: object;
  plan_contradicts_itself: { about: 'maxDrift' | 'cost' | 'warnings'; maxDrift: string };
  plan_expired: { expiresAt: string };

  // Its signatures.
  signature_wrong: { name: string };
  signature_not_counted: { name: string; why: NotCounted };
  /** `plan`: the file. `others`: approvers who may still sign. */
  signatures_missing: {
    plan: string;
    wanted: number;
    approved: readonly string[];
    others: readonly string[];
    ignored: readonly Message[];
  };
  plan_rejected: { by: string; reason: string };

  key_unusable: { why: 'no_passphrase' | 'not_encrypted' | 'not_opened' | 'not_ed25519' };

  // Unusable settings.
  approver_without_key: { name: string };
  approvers_share_key: object;
  approver_unreadable: { name: string };
  no_approvers: object;
  too_few_approvers: { signatures: number; approvers: number };
  limit_not_decimal: { currency: string; amount: string };
  limit_twice: { currency: string };
  no_environments: object;
  /** `entry`: its place in the list, from 1. */
  environment_not_address: { entry: number };

  /** `what`: a file, or the name of a single call. */
  approval_needed: { what: string; why: Message };
  // The reasons.
  all_need_approval: object;
  trades_need_approval: object;
  no_limit: { currency: string };
  total_unreadable: { currency: string };
  limit_reached: { total: string; currency: string; limit: string };

  // The cost of a row, or of all rows of a currency.
  drift_unreadable: { flag: string; text: string };
  price_never_approved: { cost: string };
  /** The quote no longer has this figure. */
  price_unsaid: { figure: 'debit' | 'fee' };
  cost_exceeded: { cost: string; approved: string; limit: string; drift: string };
}

export const approvalMessage = messagesOf<ApprovalMessages>();
