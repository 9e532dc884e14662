// The differences between two plans, for people. Times, prices of single rows and signatures are not compared.
import type { PlanBody } from './plan-format.ts';

const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['planDigest', 'createdAt', 'expiresAt', 'ledgerSequence', 'ledgerHead', 'debit', 'fee'],
]);
const MOST_SHOWN = 20;

/** One line for each difference; none if both plans send the same. */
export function differences(a: PlanBody, b: PlanBody): string[] {
  const [was, is] = [textsOf(a), textsOf(b)];
  const lines = new Map<string, string[]>();
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [one, other] = [was.get(name) ?? 'none', is.get(name) ?? 'none'];
    if (one === other) continue;
    const [member = ''] = name.split(/[.,]/, 1);
    lines.set(member, [...(lines.get(member) ?? []), `${name}: ${one} -> ${other}`]);
  }
  const [life, otherLife] = [a, b].map((one) => Date.parse(one.expiresAt) - Date.parse(one.createdAt));
  if (life !== otherLife) lines.set('expires', [`expires: ${a.expiresAt} -> ${b.expiresAt}`]);
  return [...lines].flatMap(([member, all]) => {
    const more = all.length - MOST_SHOWN;
    return more > 0 ? [...all.slice(0, MOST_SHOWN), `${member}: ${more} more`] : all;
  });
}

function textsOf({ batchId, ...plan }: PlanBody): Map<string, string> {
  const texts = new Map<string, string>();
  // A batch without --batch-id has its file's digest.
  addTexts(texts, '', batchId === plan.digest ? plan : { batchId, ...plan });
  return texts;
}

/** Each value by its dotted path. An entry of a list is one text, by its line or its own path: `largest, line 6`. */
function addTexts(texts: Map<string, string>, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const before = texts.get(name);
    texts.set(name, before === undefined ? text : `${before}, ${text}`);
    return;
  }
  for (const [member, inner] of Object.entries(value)) {
    if (LEFT_OUT.has(member)) continue;
    if (Array.isArray(value)) addEntry(texts, name, inner);
    else addTexts(texts, name === '' ? member : `${name}.${member}`, inner);
  }
}

function addEntry(texts: Map<string, string>, list: string, entry: unknown): void {
  if (typeof entry !== 'object' || entry === null) {
    addTexts(texts, list, entry);
    return;
  }
  const { line, path, ...rest } = entry as { line?: number; path?: string }; // by the plan's schema
  const name = `${list}, ${path ?? `line ${line ?? ''}`}`;
  for (const [member, value] of Object.entries(rest))
    if (!LEFT_OUT.has(member)) addTexts(texts, name, like(value));
}

/** The payment that a row may repeat. */
function like(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : value;
  const { run, line } = value as { run: string; line: number }; // by the plan's schema
  return `like line ${line} of run ${run}`;
}
