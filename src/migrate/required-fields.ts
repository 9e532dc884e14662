// What a check would refuse in a record that has come through all steps: a required field that stands in the file and says
// nothing, an amount that is none. A person is asked, as for everything that is not there to be converted. Pure.
import type { FileKind } from '../interface/file-kind.ts';
import type { Profile } from '../interface/profile.ts';
import { amountIssue } from './answer-check.ts';
import { type Fields, textOf, type Todo } from './step.ts';

interface Rules {
  readonly shape: 'csv' | 'json';
  readonly profile: Profile;
  readonly holds: (field: string) => boolean;
}

/** A transfer without an amount is none; other fields are asked for where the file has a place for them. */
export function missingFields(kind: FileKind, fields: Fields, rules: Rules): Todo[] {
  const { shape, profile, holds } = rules;
  const required = requiredOf(kind, profile);
  const hasPlace = (path: string): boolean => (shape === 'csv' ? holds(path) : fields.has(path));
  return [...new Set(required)]
    .filter((path) => isEmpty(fields.get(path)) && (path === 'receiverAmount' || hasPlace(path)))
    .map((field) => ({ field, why: whyOf(field), value: '', from: '', suggestion: '' }));
}

/** The amount stays where it is until somebody says which one is meant. */
export function unpayableAmount(kind: FileKind, fields: Fields): Todo[] {
  const value = fields.get('receiverAmount');
  if (kind !== 'payouts' || isEmpty(value)) return [];
  const text = textOf(value).trim();
  const issue = amountIssue(text, fields);
  if (issue === undefined) return [];
  const why = `"${text}" ${issue}: check refuses it. Give the amount in the destination currency`;
  return [{ field: 'receiverAmount', why, value: '', from: '', suggestion: '' }];
}

const requiredOf = (kind: FileKind, profile: Profile): readonly string[] =>
  kind === 'payouts' ? ['receiverAmount', ...profile.requiredTransferFields] : profile.requiredCustomerFields;

const isEmpty = (value: unknown): boolean => value === null || textOf(value).trim() === '';

const whyOf = (field: string): string =>
  field === 'receiverAmount'
    ? 'is empty, and required: give the amount in the destination currency'
    : 'is empty, and required: supply a value';
