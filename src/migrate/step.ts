// A step of the migration: a pure function for one deprecation. Each value of the input ends in exactly one place: the
// new fields, the dropped values, or a question.
import { stringify } from 'lossless-json';

import type { Profile } from '../interface/profile.ts';
import type { Message } from '../message.ts';

/** Dotted path -> value: text in a CSV, any JSON value but an object in JSON (numbers keep their digits). */
export type RecordFields = ReadonlyMap<string, unknown>;

export interface Dropped {
  readonly field: string;
  readonly value: string;
}

/** A question: a value that a person has to supply or confirm. */
export interface Todo {
  /** The 1.32 field that the answer goes to. */
  readonly field: string;
  readonly why: Message;
  /** The value of the input, and the field `from` that had it. */
  readonly value: string;
  readonly from: string;
  /** A likely value, with its reason in `why`, or empty. */
  readonly suggestion: string;
}

/** Most questions have only a reason. */
export const question = (
  field: string,
  why: Message,
  more: Partial<Omit<Todo, 'field' | 'why'>> = {},
): Todo => ({ field, why, value: '', from: '', suggestion: '', ...more });

/** A document that is written with the output. */
export interface NewFile {
  /** Relative to the output's folder. */
  readonly path: string;
  readonly bytes: Buffer;
}

export interface Change {
  readonly fields: RecordFields;
  readonly dropped?: readonly Dropped[];
  readonly todo?: readonly Todo[];
  readonly files?: readonly NewFile[];
}

export interface StepSettings {
  readonly shape: 'csv' | 'json';
  /** Whether `amount` already is the amount in the destination currency (--amount-is-receiver-amount). */
  readonly amountIsReceiverAmount: boolean;
  readonly profile: Profile;
}

export type Step = (fields: RecordFields, settings: StepSettings) => Change;

/** A value as text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // Numbers keep their digits, also inside lists and objects.
  return value === undefined ? '' : (stringify(value) ?? '');
}

/** The fields without some, in their order. */
export function without(fields: RecordFields, gone: (path: string) => boolean): Map<string, unknown> {
  return new Map([...fields].filter(([path]) => !gone(path)));
}
