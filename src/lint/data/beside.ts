// What the members of an object say of what stands beside them: that a rule refuses it (`action: reject`), that it happened
// (`event: transfer.completed`), or that it goes to a table or a message of one's own.
import type { Context, Fate } from '../model/model.ts';
import type { LooseNode } from './loose.ts';

const DECIDES = /^(action|effect|decision|outcome|policy|verdict|then|result)$/i;
const REFUSES = /^(reject|deny|block|refuse|forbid|drop|remove|error|fail|disallow)(ed|s)?$/i;
const NAMES_EVENT = /^(event|event_?type|type|topic|event_?name|detail-?type|kind|name)$/i;
const HAPPENED = /^[a-z]\w*[.:/][\w.:]*[a-z](ed|sent|paid|failed|updated)$/i;

/** n8n's nodes that keep or show what they are given. */
const KEEPS =
  /^n8n-nodes-base\.(?:googleSheets|airtable|postgres|mySql|microsoftSql|microsoftExcel|mongoDb|notion|spreadsheetFile|baserow|nocodb|supabase|redis|slack|microsoftTeams|emailSend|gmail|telegram)$/;
/** An index's types of fields, which no schema of a body has. */
const INDEXED = /^(?:scaled_float|half_float|float|double|long|unsigned_long|short|byte|keyword)$/;

export interface Beside {
  readonly refusing: boolean;
  readonly happened: boolean;
}

export function besideOf(members: Iterable<readonly [key: string, value: string]>): Beside {
  let refusing = false;
  let happened = false;
  for (const [key, value] of members) {
    if (DECIDES.test(key) && REFUSES.test(value)) refusing = true;
    if (NAMES_EVENT.test(key) && (HAPPENED.test(value) || KEEPS.test(value))) happened = true;
    // AsyncAPI describes messages: what they say has happened.
    if (key === 'asyncapi' && /^\d/.test(value)) happened = true;
  }
  return { refusing, happened };
}

/** The options of what stands inside such an object. */
export function insideOf<T extends { readonly context: Context }>(options: T, beside: Beside): T {
  const { refusing, happened } = beside;
  if (!refusing && !happened) return options;
  const { context } = options;
  const fate: Fate = refusing ? 'refused' : context.fate;
  return { ...options, context: { ...context, fate, reading: context.reading || happened } };
}

/** Words on a screen rather than an amount: a translation, a caption. */
export const isLabel = (text: string): boolean =>
  !/[\d{}$<]/.test(text) && (/^[A-Z][a-z]+$/.test(text) || /[A-Za-z]\s+[A-Za-z]/.test(text));

/** A caption rather than a file. */
export const isCaption = (text: string): boolean => !/[/.{$]/.test(text);

/** A schema that says itself that the field ends, or how an index keeps it. */
export const isNoField = (node: LooseNode): boolean =>
  node.members.some(
    ({ key, value }) =>
      (key.text === 'deprecated' && value?.text === 'true') ||
      (key.text === 'type' && value?.kind === 'text' && INDEXED.test(value.text)),
  );
