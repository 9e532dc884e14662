// Two explanations are in neither list of section 9: their status after the end date is not stated. They leave the 1.32
// body, which doesn't have them, and wait for a person.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import { type Change, type Fields, textOf, without } from '../step.ts';

const UNCLEAR = new Set(DEPRECATIONS.filter(({ end }) => end.kind === 'not-stated').map(({ what }) => what));

export function migrateUnclearFields(fields: Fields): Change {
  const todo = [...fields]
    .filter(([path]) => UNCLEAR.has(path))
    .map(([path, value]) => ({
      field: path,
      why: 'the 1.32 body does not have it, and whether the service still takes it is not stated: ask, or leave it out',
      value: textOf(value),
      from: path,
      suggestion: '',
    }));
  return todo.length === 0 ? { fields } : { fields: without(fields, (path) => UNCLEAR.has(path)), todo };
}
