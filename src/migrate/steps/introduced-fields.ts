// Fields that 1.32 introduced and the record doesn't have: a person has to supply them. The free-text ones are optional
// companions of an enumerated field, so they are not asked for.
import { INTRODUCED_CUSTOMER_FIELDS, OTHER_FIELDS } from '../../interface/customer.ts';
import { CUSTOMER_COLUMNS } from '../../interface/customer-columns.ts';
import type { Profile } from '../../interface/profile.ts';
import { type Change, type Fields, question, type StepSettings } from '../step.ts';

const ASKED = INTRODUCED_CUSTOMER_FIELDS.filter((path) => !OTHER_FIELDS.some(([other]) => other === path));

export function migrateIntroducedFields(fields: Fields, { profile }: StepSettings): Change {
  const todo = ASKED.filter((path) => !fields.has(path)).map((field) =>
    question(field, `new in release 1.32: supply a value${knownText(field, profile)}`),
  );
  return { fields, todo };
}

/** What is known of the values that it takes. */
function knownText(field: string, profile: Profile): string {
  const setting = CUSTOMER_COLUMNS.find(({ path }) => path === field)?.values;
  if (setting === undefined || profile[setting].values.length === 0) return '';
  const { values, closed } = profile[setting];
  return closed
    ? `: ${values.join(', ')}`
    : `, such as ${values.join(', ')} (profile.${setting}: others may be taken)`;
}
