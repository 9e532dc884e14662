// What the members of an object say of what stands beside them: that a rule refuses it (`action: reject`), or that it
// happened (`event: transfer.completed`).
import type { Context, Fate } from '../model.ts';
import type { LooseNode } from './loose.ts';

const DECIDES = /^(action|effect|decision|outcome|policy|verdict|then|result)$/i;
const REFUSES = /^(reject|deny|block|refuse|forbid|drop|remove|error|fail|disallow)(ed|s)?$/i;
const NAMES_EVENT = /^(event|event_?type|type|topic|event_?name|detail-?type|kind|name)$/i;
const HAPPENED = /^[a-z]\w*[.:/][\w.:]*[a-z](ed|sent|paid|failed|updated)$/i;

export interface Beside {
  readonly refusing: boolean;
  readonly happened: boolean;
}

export function besideOf(members: Iterable<readonly [key: string, value: string]>): Beside {
  let refusing = false;
  let happened = false;
  for (const [key, value] of members) {
    if (DECIDES.test(key) && REFUSES.test(value)) refusing = true;
    if (NAMES_EVENT.test(key) && HAPPENED.test(value)) happened = true;
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

/** A schema that says itself that the field ends. */
export const saysDeprecated = (node: LooseNode): boolean =>
  node.members.some(({ key, value }) => key.text === 'deprecated' && value?.text === 'true');
