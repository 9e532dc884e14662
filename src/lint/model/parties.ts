// Names of whom another product's transfer goes to or comes from. A transfer of this service names a source and a
// destination (2.3), so one of these weighs as much as two other names that it doesn't have.
import { camel } from './model.ts';
import { INTEREST } from './words.ts';

/** Bounded words. */
const PARTY =
  /^(?:recipient|receiver|beneficiary|payee|payer|sender|counterparty|debtor|creditor)(?!_?amount)|^(?:from|to|target|dest(?:ination)?|source|sending|receiving|originating)_?(?:user|account|acct|wallet|customer|client|member|warehouse|location|branch|store|phone|email|address|bank|vpa|party|agent|person|team|iban|number|alias|tag|id)/i;

export const isParty = (name: string): boolean => PARTY.test(name);

/** How many of an object's names are such, of those that no rule cares for. */
export const partiesIn = (names: readonly string[]): number =>
  names.filter((name) => isParty(name) && !INTEREST.has(camel(name))).length;
