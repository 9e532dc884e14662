// Fields that 1.32 removed from the top level of a customer. The values of two of them are suggested for new fields.
// The others go to the dropped file.
import { ENDED } from '../../interface/deprecations.ts';
import { migrateMessage } from '../messages.ts';
import {
  type Change,
  type Dropped,
  question,
  type RecordFields,
  type StepSettings,
  textOf,
  type Todo,
  without,
} from '../step.ts';

/** How a field of this path ends: two explanations are in neither list of section 9 of the specification. */
const endOf = (path: string) => ENDED.customer.get(path.split('.')[0] ?? '')?.end.kind;
const isRemoved = (path: string): boolean => endOf(path) === 'transition';
const isUnclear = (path: string): boolean => endOf(path) === 'not-stated';

export function migrateRemovedFields(fields: RecordFields, { profile }: StepSettings): Change {
  const gone = [...fields].filter(([path]) => isRemoved(path));
  if (gone.length === 0) return { fields };
  const dropped: Dropped[] = [];
  const todo: Todo[] = [];
  for (const [path, raw] of gone) {
    const value = textOf(raw);
    const suggested = suggestionFor(path, value, fields, profile.accountFundingSource.values);
    if (suggested && value.trim() !== '') todo.push(suggested);
    else dropped.push({ field: path, value });
  }
  return { fields: without(fields, isRemoved), dropped, todo };
}

function suggestionFor(
  path: string,
  value: string,
  fields: RecordFields,
  known: readonly string[],
): Todo | undefined {
  if (path === 'companySourceOfWealthExplanation' && !fields.has('companySourceOfWealthOther'))
    return kept(path, 'companySourceOfWealthOther', value);
  if (path !== 'sourceOfFunds') return undefined;
  if (known.includes(value.trim()) && !fields.has('accountFundingSource'))
    return kept(path, 'accountFundingSource', value, true);
  return fields.has('accountFundingSourceOther') ? undefined : kept(path, 'accountFundingSourceOther', value);
}

function kept(from: string, into: string, value: string, isValue = false): Todo {
  const why = migrateMessage('ask_kept', { from, into, isValue });
  return question(into, why, { value, from, suggestion: isValue ? value.trim() : value });
}

/** They leave the record and wait for a person. */
export function migrateUnclearFields(fields: RecordFields): Change {
  const why = migrateMessage('ask_unclear');
  const todo = [...fields]
    .filter(([path]) => isUnclear(path))
    .map(([field, value]) => question(field, why, { value: textOf(value), from: field }));
  return todo.length === 0 ? { fields } : { fields: without(fields, isUnclear), todo };
}
