// Fields that 1.32 introduced: a person has to supply missing ones. Free-text fields next to an enumerated field are
// optional, and are not asked for.
import { INTRODUCED_CUSTOMER_FIELDS, OTHER_FIELDS } from '../../interface/customer.ts';
import { CUSTOMER_COLUMNS } from '../../interface/customer-columns.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Message } from '../../message.ts';
import { migrateMessage } from '../messages.ts';
import { type Change, question, type RecordFields, type StepSettings } from '../step.ts';

const ASKED = INTRODUCED_CUSTOMER_FIELDS.filter((path) => !OTHER_FIELDS.some(([other]) => other === path));

export function migrateIntroducedFields(fields: RecordFields, { profile }: StepSettings): Change {
  const todo = ASKED.filter((path) => !fields.has(path)).map((field) =>
    question(field, askFor(field, profile)),
  );
  return { fields, todo };
}

function askFor(field: string, profile: Profile): Message {
  const setting = CUSTOMER_COLUMNS.find(({ path }) => path === field)?.values;
  const { values, closed } = setting === undefined ? { values: [], closed: false } : profile[setting];
  return migrateMessage('ask_new_field', { setting, values, isClosed: closed });
}
