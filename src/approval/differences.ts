// Two plans beside each other: what differs, for a person. When each was made, prices of single rows and signatures are not compared.
import type { PlanBody, ShownRow } from './plan-format.ts';

const LEFT_OUT: ReadonlySet<string> = new Set([
  'planDigest',
  'createdAt',
  'expiresAt',
  'rows',
  'ledgerSequence',
  'ledgerHead',
]);
const ROWS_SHOWN = 20;

/** One line for each difference; none where both would send the same. */
export function differences(a: PlanBody, b: PlanBody): string[] {
  const lines: string[] = [];
  const compare = (name: string, one: unknown, other: unknown): void => {
    if (/^(?:warnings|invalid)\.first$/.test(name)) {
      lines.push(...toldDifferences(name, (one ?? []) as Told, (other ?? []) as Told)); // by the plan's schema
      return;
    }
    const named = ENTRIES.find(([pattern]) => pattern.test(name))?.[1];
    if (named) {
      lines.push(...entryDifferences(name, named(one ?? []), named(other ?? [])));
      return;
    }
    if ((isObject(one) || isObject(other)) && isObjectOrNone(one) && isObjectOrNone(other)) {
      for (const key of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]))
        compare(`${name}.${key}`, one?.[key], other?.[key]);
      return;
    }
    const [left, right] = [shown(one), shown(other)];
    if (left !== right) lines.push(`${name}: ${left} -> ${right}`);
  };
  const own = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<keyof PlanBody>; // their own keys
  // A batch without --batch-id has its file's digest.
  const unnamed = a.batchId === a.digest && b.batchId === b.digest;
  for (const key of own)
    if (!LEFT_OUT.has(key) && !(key === 'batchId' && unnamed)) compare(key, a[key], b[key]);
  const lives = [a, b].map(({ createdAt, expiresAt }) => Date.parse(expiresAt) - Date.parse(createdAt));
  if (lives[0] !== lives[1]) lines.push(`expires: ${a.expiresAt} -> ${b.expiresAt}`);
  return [...lines, ...rowDifferences(a, b)];
}

type Told = PlanBody['warnings']['first'];

/** What one says of a line, and the other doesn't. */
function toldDifferences(name: string, one: Told, other: Told): string[] {
  const kind = name.replace('.first', '');
  const only = (these: Told, those: Told): Told =>
    these.filter((a) => !those.some((b) => a.line === b.line && a.text === b.text));
  return cut(kind, [
    ...only(one, other).map(({ line, text }) => `${kind}, line ${line}: ${text} -> none`),
    ...only(other, one).map(({ line, text }) => `${kind}, line ${line}: none -> ${text}`),
  ]);
}

type Entries = readonly (readonly [name: string, value: string])[];

/** Rows as a person looks at them, by their lines. */
const rowEntries = (rows: readonly ShownRow[]): Entries =>
  rows.map(({ line, amount, currency, name = '', payee, reference }) => {
    const words = [`${amount} ${currency}`, name, payee, reference].filter((word) => word.trim() !== '');
    return [`line ${line}`, words.join(', ')];
  });

/** Lists whose entries have a name of their own; what they hold is the plan's schema's. */
const ENTRIES: readonly (readonly [RegExp, (list: unknown) => Entries])[] = [
  [/(?:^|\.)largest$/, (list) => rowEntries(list as ShownRow[])],
  [/^documents$/, (list) => (list as PlanBody['documents']).map(({ path, sha256 }) => [path, sha256])],
];

function entryDifferences(name: string, one: Entries, other: Entries): string[] {
  const [left, right] = [new Map(one), new Map(other)];
  const found = [...new Set([...left.keys(), ...right.keys()])].flatMap((entry) => {
    const [was, is] = [left.get(entry) ?? 'none', right.get(entry) ?? 'none'];
    return was === is ? [] : [`${name.replace('.first', '')}, ${entry}: ${was} -> ${is}`];
  });
  return cut(name, found);
}

function cut(name: string, found: readonly string[]): string[] {
  const more = found.length - ROWS_SHOWN;
  return more > 0 ? [...found.slice(0, ROWS_SHOWN), `${name}: ${more} more`] : [...found];
}

function rowDifferences(a: PlanBody, b: PlanBody): string[] {
  const states = (plan: PlanBody): string[] =>
    plan.rows.map(
      ({ line, state, like }) =>
        `line ${line} ${state}${like ? `, like line ${like.line} of run ${like.run}` : ''}`,
    );
  const [one, other] = [states(a), states(b)];
  const found: string[] = [];
  for (let at = 0; at < Math.max(one.length, other.length); at++)
    if (one[at] !== other[at]) found.push(`rows: ${one[at] ?? 'none'} -> ${other[at] ?? 'none'}`);
  return cut('rows', found);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isObjectOrNone = (value: unknown): value is Readonly<Record<string, unknown>> | null | undefined =>
  value === undefined || value === null || isObject(value);

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
