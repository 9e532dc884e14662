// Two explanations are in neither list of section 9 of the specification, so what becomes of them is not stated. They are
// not in the 1.32 body: they leave the record and wait for a person.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import { type Change, type Fields, textOf, without } from '../step.ts';

const UNCLEAR = new Set(DEPRECATIONS.filter(({ end }) => end.kind === 'not-stated').map(({ what }) => what));

export function migrateUnclearFields(fields: Fields): Change {
  const todo = [...fields]
    .filter(([path]) => UNCLEAR.has(path))
    .map(([path, value]) => ({
      field: path,
      why: 'not in the 1.32 body, and the specification does not say whether the service still takes it: ask, or leave it out',
      value: textOf(value),
      from: path,
      suggestion: '',
    }));
  return todo.length === 0 ? { fields } : { fields: without(fields, (path) => UNCLEAR.has(path)), todo };
}
