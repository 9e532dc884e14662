// Fields that 1.32 introduced and the record doesn't have: a person has to supply them. The free-text ones are optional
// companions of an enumerated field, so they are not asked for.
import { INTRODUCED_CUSTOMER_FIELDS, OTHER_FIELDS } from '../../interface/customer.ts';
import type { Change, Fields, Todo } from '../step.ts';

const ASKED = INTRODUCED_CUSTOMER_FIELDS.filter((path) => !OTHER_FIELDS.some(([other]) => other === path));

export function migrateIntroducedFields(fields: Fields): Change {
  const todo = ASKED.filter((path) => !fields.has(path)).map((field): Todo => ({
    field,
    why: 'new in release 1.32: supply a value',
    value: '',
    from: '',
    suggestion: '',
  }));
  return { fields, todo };
}
