// One record through all steps of its kind, and then its answers. Pure.
import type { FileKind } from '../interface/file-kind.ts';
import type { Message } from '../message.ts';
import { answerIssue, missingFields, unpayableAmount } from './answer-check.ts';
import { migrateMessage } from './messages.ts';
import type { RecordContext } from './source.ts';
import {
  type Change,
  type Dropped,
  type NewFile,
  type RecordFields,
  type Step,
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

/** The answer for a field of a record, if there is one. */
type AnswerTo = (field: string) => string | undefined;

export interface Migrated {
  readonly fields: RecordFields;
  readonly dropped: readonly Dropped[];
  readonly todo: readonly Todo[];
  readonly files: readonly NewFile[];
  /** Answers that a check would refuse. */
  readonly refused: readonly { readonly field: string; readonly message: Message }[];
}

export function migrateRecord(fields: RecordFields, context: RecordContext, answerTo: AnswerTo): Migrated {
  let now = fields;
  const dropped: Dropped[] = [];
  const asked: Todo[] = [];
  const askedFor = new Set<string>();
  const files: NewFile[] = [];
  for (const step of STEPS[context.kind]) {
    const change: Change = step(now, context);
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
  for (const one of [...missingFields(now, context), ...unpayableAmount(now, context)])
    if (!askedFor.has(one.field)) asked.push(one);
  const answered = withAnswers(now, asked, context, answerTo);
  return { ...answered, dropped: [...dropped, ...answered.dropped], files };
}

function withAnswers(
  fields: RecordFields,
  asked: readonly Todo[],
  context: RecordContext,
  answerTo: AnswerTo,
): Omit<Migrated, 'files'> {
  if (asked.length === 0) return { fields, dropped: [], todo: [], refused: [] };
  const now = new Map(fields);
  const list = now.get('documents');
  if (Array.isArray(list)) now.set('documents', [...(list as unknown[])]); // answers for single items go into the copy
  const dropped: Dropped[] = [];
  const open: Todo[] = [];
  const refused: Migrated['refused'][number][] = [];
  for (const one of asked) {
    const text = answerTo(one.field)?.trim() ?? '';
    // A field without a place in the new shape can only be left out.
    if (text === '' || (text !== '-' && !context.holds(one.field))) {
      open.push(one);
      continue;
    }
    const issue = answerIssue(one.field, text, now, context);
    if (issue !== undefined) {
      const message = migrateMessage('value', { text, issue });
      refused.push({ field: one.field, message });
      open.push({ ...one, why: migrateMessage('ask_instead', { refused: message, ask: one.why }) });
      continue;
    }
    const before = now.has(one.field) ? textOf(now.get(one.field)) : text;
    if (text !== '-') put(now, one.field, text, context);
    if (text !== '-' && before !== text) dropped.push({ field: one.field, value: before });
    if (one.value !== '' && one.value !== text) dropped.push({ field: one.from, value: one.value });
  }
  return { fields: now, dropped, todo: open, refused };
}

function put(fields: Map<string, unknown>, field: string, text: string, { toValue }: RecordContext): void {
  const item = /^documents\.(\d+)$/.exec(field)?.[1];
  const list = fields.get('documents');
  if (item !== undefined && Array.isArray(list)) list[Number(item)] = text;
  else fields.set(field, toValue(field, text));
}
