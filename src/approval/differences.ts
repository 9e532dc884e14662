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
    if (/(?:^|\.)largest$/.test(name)) {
      lines.push(...shownDifferences(name, (one ?? []) as ShownRow[], (other ?? []) as ShownRow[])); // by the plan's schema
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
  for (const key of own) if (!LEFT_OUT.has(key)) compare(key, a[key], b[key]);
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

/** Rows as a person looks at them, by their lines. */
function shownDifferences(name: string, one: readonly ShownRow[], other: readonly ShownRow[]): string[] {
  const words = ({ amount, currency, payee, reference }: ShownRow): string =>
    [`${amount} ${currency}`, payee, reference].filter((word) => word.trim() !== '').join(', ');
  const [left, right] = [one, other].map((rows) => new Map(rows.map((row) => [row.line, words(row)])));
  const at = [...new Set([...one, ...other].map(({ line }) => line))].sort((a, b) => a - b);
  const found = at.flatMap((line) => {
    const [was, is] = [left?.get(line) ?? 'none', right?.get(line) ?? 'none'];
    return was === is ? [] : [`${name}, line ${line}: ${was} -> ${is}`];
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
