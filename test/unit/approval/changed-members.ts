// All single changes of a JSON value: one member is changed, removed or added.

/** The path to each value that is neither a list nor an object. */
function leaves(value: unknown, way: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...way]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, [...way, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Each single change of the JSON text: its description and the changed value. */
export function* changesOf(text: string): Generator<{ readonly what: string; readonly file: object }> {
  type Members = Record<string | number, unknown>;
  const changed = (way: readonly (string | number)[], change: (parent: Members) => void): object => {
    const file = JSON.parse(text) as Members;
    change(way.slice(0, -1).reduce((at, step) => at[step] as Members, file));
    return file;
  };
  const other = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return value === null ? 'x' : `${value as string}0`;
  };
  for (const way of leaves(JSON.parse(text))) {
    const last = way.at(-1) ?? '';
    const name = way.join('.');
    const is = (what: string, change: (parent: Members) => void) => ({
      what: `${what} ${name}`,
      file: changed(way, change),
    });
    yield is('changed', (parent) => (parent[last] = other(parent[last])));
    // The text keeps its form: a digit becomes another digit, so a time or a hash stays plausible.
    yield is('turned', (parent) => (parent[last] = turned(parent[last])));
    yield is('emptied', (parent) => (parent[last] = parent[last] === null ? [] : null));
    if (typeof last === 'number')
      yield is('gone', (parent) => (parent as unknown as unknown[]).splice(last, 1)); // a list
    else {
      yield is('gone', (parent) => Reflect.deleteProperty(parent, last));
      yield is('more', (parent) => (parent['zz'] = 1));
    }
  }
}

const turned = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/[0-9a-z]/i, (one) =>
        /\d/.test(one) ? String((Number(one) + 1) % 10) : one === 'a' ? 'b' : 'a',
      )
    : value;
