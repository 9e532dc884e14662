// What the fold of payments needs of the ledger: the payments that entries tell of, and what is known so far of whom they pay.
// Reads alone.
import { isLosslessNumber, parse } from 'lossless-json';

import { numeralValue } from '../../interface/decimal.ts';
import { foldedPayee } from '../history.ts';
import type { FileSum, Recent, Taken } from './history-fold.ts';
import { ask, asNumber, asText, json, type Question, type Raw } from './question.ts';

const MADE: readonly string[] = ['created', 'resolved_created', 'corrected_created'];
const OF_PAYMENTS: readonly string[] = [...MADE, 'corrected_not_created'];
const listed = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ');

type Key = readonly (string | number)[];

/** Of the entries behind the first number, up to the second. */
export function* takenBetween(after: number, upTo: number): Question<Taken[]> {
  const entries = yield* ask(
    `SELECT seq, environment, key, type, run_id FROM entries WHERE seq > $1 AND seq <= $2 AND type IN (${listed(OF_PAYMENTS)})
       AND substr(key, 1, 8) = 'payouts:' ORDER BY seq`,
    ...[after, upTo],
  );
  if (entries.length === 0) return [];
  const before = yield* entriesBefore(entries);
  const batches = yield* batchesOf(entries);
  return entries.flatMap((entry) => {
    const payment = paymentOf(entry, before.get(keyOf(entry)) ?? []);
    const batch = batches.get(json([entry['environment'] ?? 0, entry['run_id'] ?? ''])) ?? '';
    return payment ? [{ ...payment, batch }] : [];
  });
}

const keyOf = (raw: Raw): string => json([raw['environment'] ?? 0, raw['key'] ?? '']);

/** All that was said of these rows, oldest first: requests with their bytes, and payments. */
function* entriesBefore(entries: readonly Raw[]): Question<Map<string, Raw[]>> {
  const of = `r.environment = CAST(q.value ->> 0 AS bigint) AND r.key = (q.value ->> 1)
    AND r.type IN (${listed([...OF_PAYMENTS, 'intent', 'corrected_in_doubt'])})`;
  const raws = yield* ask(
    (d) =>
      `SELECT r.seq, r.environment, r.key, r.type, r.body, r.data FROM ${d.each(d.lists(1), 'entries', of, 'entries_key')} ORDER BY seq`,
    `[${[...new Set(entries.map(keyOf))].join(',')}]`,
  );
  const found = new Map<string, Raw[]>();
  for (const raw of raws) found.set(keyOf(raw), [...(found.get(keyOf(raw)) ?? []), raw]);
  return found;
}

function paymentOf(entry: Raw, all: readonly Raw[]): Omit<Taken, 'batch'> | undefined {
  const [number, type] = [asNumber(entry['seq']), asText(entry['type'])];
  const before = all.filter(({ seq }) => asNumber(seq) < number);
  const intent = before.findLast(
    (one) => one['type'] === 'intent' || (one['type'] === 'corrected_in_doubt' && one['body'] !== null),
  );
  const said = typeof intent?.['body'] === 'string' ? destinationOf(intent['body']) : undefined;
  if (!said) return undefined;
  const { payee } = JSON.parse(asText(intent?.['data']) || '{}') as { payee?: string }; // as the intent's entry has it
  const payments = before.filter((one) => OF_PAYMENTS.includes(asText(one['type'])));
  // Of a payment that a person has said something else about since.
  const isAgain =
    type !== 'created' && payments.length > 0 && payments.at(-1)?.['type'] !== 'corrected_not_created';
  return {
    ...{ environment: asNumber(entry['environment']), entry: number, isMade: MADE.includes(type) },
    gone: isAgain ? payments.map(({ seq }) => asNumber(seq)) : [],
    ...{ ...said, payee: foldedPayee(payee ?? '') },
  };
}

/** The batch of each run's file, that of the first file where it is a retry; nothing for a single call. By environment and run. */
function* batchesOf(entries: readonly Raw[]): Question<Map<string, string>> {
  const runs = yield* ask(
    (d) =>
      `SELECT r.id, r.environment, r.batch_id, r.parent, r.file_hash FROM ${d.each(d.texts(1), 'runs', 'r.id = q.value')}`,
    json([...new Set(entries.map((entry) => entry['run_id']))]),
  );
  const found = new Map<string, string>();
  for (const { id, environment, batch_id: own, parent, file_hash: hash } of runs) {
    if (hash === null) continue;
    found.set(
      json([environment ?? 0, id ?? '']),
      yield* rootOf(asText(parent ?? own), asNumber(environment)),
    );
  }
  return found;
}

function* rootOf(batch: string, environment: number): Question<string> {
  const seen = new Set<string>();
  for (let at = batch; ;) {
    seen.add(at);
    const [found] = yield* ask(
      "SELECT parent FROM batches WHERE environment = $1 AND kind = 'payouts' AND id = $2",
      ...[environment, at],
    );
    const next = found?.['parent'] ?? null;
    if (typeof next !== 'string' || seen.has(next)) return at;
    at = next;
  }
}

export const habitsOf = (keys: readonly Key[]): Question<Map<string, Recent>> =>
  recentOf('habits', ['account', 'currency'], keys);

export const payeesOf = (keys: readonly Key[]): Question<Map<string, Recent>> =>
  recentOf('payees', ['payee'], keys);

function* recentOf(
  table: string,
  names: readonly string[],
  keys: readonly Key[],
): Question<Map<string, Recent>> {
  const raws = yield* byKey(table, names, ['recent'], keys);
  return new Map(raws.map(([name, raw]) => [name, JSON.parse(asText(raw['recent'])) as Recent])); // as it was written
}

export function* filesOf(keys: readonly Key[]): Question<Map<string, FileSum>> {
  const raws = yield* byKey('file_totals', ['currency', 'batch'], ['total', 'entry'], keys);
  return new Map(
    raws.map(([name, raw]) => [name, { total: asText(raw['total']), entry: asNumber(raw['entry']) }]),
  );
}

/** By environment and further columns: each row with its key as JSON. */
function* byKey(
  table: string,
  names: readonly string[],
  columns: readonly string[],
  keys: readonly Key[],
): Question<(readonly [string, Raw])[]> {
  const wanted = [...new Set(keys.map(json))];
  if (wanted.length === 0) return [];
  const of = names.map((name, at) => `r.${name} = (q.value ->> ${at + 1})`).join(' AND ');
  const all = ['environment', ...names];
  const raws = yield* ask(
    (d) =>
      `SELECT ${[...all, ...columns].map((name) => `r.${name}`).join(', ')} FROM ${d.each(d.lists(1), table, `r.environment = CAST(q.value ->> 0 AS bigint) AND ${of}`)}`,
    `[${wanted.join(',')}]`,
  );
  return raws.map((raw) => [json(all.map((name) => raw[name])), raw]);
}

/** Account, currency and amount of a body as it was sent; `undefined` where it has no account or no amount. */
function destinationOf(body: string): Pick<Taken, 'account' | 'currency' | 'amount'> | undefined {
  let said: unknown;
  try {
    said = parse(body);
  } catch {
    return undefined;
  }
  const destination = field(said, 'destination');
  const account = textOf(field(destination, 'externalAccountId'));
  const amount = numeralValue(textOf(field(said, 'receiverAmount')));
  if (account === '' || amount === undefined) return undefined;
  return { account, currency: textOf(field(destination, 'currency')).trim().toUpperCase(), amount };
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name] // just checked
    : undefined;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : isLosslessNumber(value) ? value.toString() : '';
