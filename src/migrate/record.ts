// One record through all steps of its kind, and then its answers. Pure.
import type { FileKind } from '../interface/file-kind.ts';
import type { Message } from '../message.ts';
import { missingFields, unpayableAmount } from './answer-check.ts';
import { migrateMessage } from './messages.ts';
import {
  type Change,
  type Dropped,
  type NewFile,
  type RecordFields,
  type Step,
  type StepSettings,
  textOf,
  type Todo,
} from './step.ts';
import { migrateAmount } from './steps/amount.ts';
import { migrateBreakdown } from './steps/breakdown.ts';
import { migrateDocumentTypes } from './steps/document-types.ts';
import { migrateDocuments } from './steps/documents.ts';
import { migrateIntroducedFields } from './steps/introduced-fields.ts';
import { migrateRemovedFields, migrateUnclearFields } from './steps/removed-fields.ts';

export const STEPS: Readonly<Record<FileKind, readonly Step[]>> = {
  payouts: [migrateAmount, migrateDocuments],
  customers: [
    migrateRemovedFields,
    migrateBreakdown,
    migrateUnclearFields,
    migrateDocumentTypes,
    migrateIntroducedFields,
  ],
};

export interface RecordSettings extends StepSettings {
  /** The answer for a field of this record, if there is one. */
  readonly answer: (field: string) => string | undefined;
  /** An answer as a value of the file. */
  readonly toValue: (field: string, text: string) => unknown;
  /** Whether the new file has a place for a field. */
  readonly holds: (field: string) => boolean;
  /** The error in an answer, if there is one. */
  readonly issueOf: (field: string, text: string, fields: RecordFields) => Message | undefined;
}

export interface Migrated {
  readonly fields: RecordFields;
  readonly dropped: readonly Dropped[];
  readonly todo: readonly Todo[];
  readonly files: readonly NewFile[];
}

export function migrateRecord(kind: FileKind, fields: RecordFields, settings: RecordSettings): Migrated {
  let now = fields;
  const dropped: Dropped[] = [];
  const asked: Todo[] = [];
  const askedFor = new Set<string>();
  const files: NewFile[] = [];
  for (const step of STEPS[kind]) {
    const change: Change = step(now, settings);
    now = change.fields;
    // One by one: there may be too many for the arguments of a call.
    for (const one of change.dropped ?? []) dropped.push(one);
    for (const one of change.files ?? []) files.push(one);
    // One question for each field: the first is the most specific.
    for (const one of change.todo ?? []) {
      if (one.value === '' && askedFor.has(one.field)) continue;
      askedFor.add(one.field);
      asked.push(one);
    }
  }
  for (const one of [...missingFields(kind, now, settings), ...unpayableAmount(kind, now)])
    if (!askedFor.has(one.field)) asked.push(one);
  const answered = answer(now, asked, settings);
  return { fields: answered.fields, dropped: [...dropped, ...answered.dropped], todo: answered.todo, files };
}

/** Puts answers in. */
function answer(
  fields: RecordFields,
  asked: readonly Todo[],
  settings: RecordSettings,
): Pick<Migrated, 'fields' | 'dropped' | 'todo'> {
  if (asked.length === 0) return { fields, dropped: [], todo: [] };
  const now = new Map(fields);
  const list = now.get('documents');
  if (Array.isArray(list)) now.set('documents', [...(list as unknown[])]); // answers for single items go into the copy
  const dropped: Dropped[] = [];
  const open: Todo[] = [];
  for (const one of asked) {
    const text = settings.answer(one.field)?.trim() ?? '';
    // A field without a place in the new shape can only be left out.
    if (text === '' || (text !== '-' && !settings.holds(one.field))) {
      open.push(one);
      continue;
    }
    const issue = settings.issueOf(one.field, text, now);
    if (issue !== undefined) {
      const refused = migrateMessage('value', { text, issue });
      open.push({ ...one, why: migrateMessage('ask_instead', { refused, ask: one.why }) });
      continue;
    }
    const before = now.has(one.field) ? textOf(now.get(one.field)) : text;
    if (text !== '-') put(now, one.field, text, settings);
    if (text !== '-' && before !== text) dropped.push({ field: one.field, value: before });
    if (one.value !== '' && one.value !== text) dropped.push({ field: one.from, value: one.value });
  }
  return { fields: now, dropped, todo: open };
}

function put(fields: Map<string, unknown>, field: string, text: string, settings: RecordSettings): void {
  const item = /^documents\.(\d+)$/.exec(field)?.[1];
  const list = fields.get('documents');
  if (item !== undefined && Array.isArray(list)) list[Number(item)] = text;
  else fields.set(field, settings.toValue(field, text));
}
