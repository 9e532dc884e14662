// What a step of the migration is: one deprecation, a pure function from a record's fields to what becomes of them.
// Each value of the input ends in exactly one of three places: the new fields, what is dropped, what waits for a
// person.
import { stringify } from 'lossless-json';

import type { Profile } from '../interface/profile.ts';
import type { Message } from '../message.ts';

/** Dotted path -> value: text in a CSV, any JSON value but an object in JSON (numbers keep their digits). */
export type RecordFields = ReadonlyMap<string, unknown>;

export interface Dropped {
  readonly field: string;
  readonly value: string;
}

/** Something that a person has to supply or confirm. */
export interface Todo {
  /** The 1.32 field that the answer goes to. */
  readonly field: string;
  readonly why: Message;
  /** What the input said, where it has no place yet; `from` is the field that said it. */
  readonly value: string;
  readonly from: string;
  /** A value that is likely, with its reason in `why`; empty where none is. */
  readonly suggestion: string;
}

/** A question about a field; most have nothing but its reason. */
export const question = (
  field: string,
  why: Message,
  more: Partial<Omit<Todo, 'field' | 'why'>> = {},
): Todo => ({ field, why, value: '', from: '', suggestion: '', ...more });

/** A document that is written beside the output. */
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
  /** The operator says that `amount` already is the amount in the destination currency. */
  readonly amountIsReceiverAmount: boolean;
  readonly profile: Profile;
}

export type Step = (fields: RecordFields, settings: StepSettings) => Change;

/** A value as it stands in a file for people. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // Digit for digit, also inside lists and objects.
  return value === undefined ? '' : (stringify(value) ?? '');
}

/** The fields without some, in their order. */
export function without(fields: RecordFields, gone: (path: string) => boolean): Map<string, unknown> {
  return new Map([...fields].filter(([path]) => !gone(path)));
}
