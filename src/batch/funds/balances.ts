// Compares the developer's balances with the needs of a file. The service does not show the balance of a customer's wallet.
import type { ServiceClient } from '../../client/client.ts';
import { parseAnswer, pick, valueAt } from '../../client/json.ts';
import { type DecimalSum, exact, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Message } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { addTo } from '../input/facts.ts';
import { type FundingSource, fundsMessage, needs, type NeedsInput, type Shortfall } from './needs.ts';

export type Balances = { readonly of: ReadonlyMap<string, DecimalSum> } | { readonly unreadable: Message };

export async function readBalances(client: ServiceClient): Promise<Balances> {
  const outcome = await client.send('getDeveloperBalances', null);
  if (outcome.outcome !== 'accepted') return { unreadable: outcome.message };
  return balancesOf(outcome.text, client.profile);
}

/** The balances in a response (2.7), by the profile's names. Several of one currency are added. */
export function balancesOf(text: string, profile: Profile): Balances {
  const answer = parseAnswer(text);
  const list = listIn(answer, profile.balanceListFields);
  const of = new Map<string, DecimalSum>();
  for (const item of list ?? []) {
    const currency = pick(item, profile.balanceCurrencyFields);
    const amount = pick(item, profile.balanceAmountFields);
    if (currency === undefined || amount === undefined || !PLAIN_DECIMAL.test(amount)) continue;
    addTo(of, currency, amount);
  }
  if (of.size > 0) return { of };
  return { unreadable: fundsMessage('no_balance') };
}

function listIn(answer: unknown, fields: readonly string[]): readonly unknown[] | undefined {
  const lists = [answer, ...fields.map((field) => valueAt(answer, field))];
  return lists.find((value): value is readonly unknown[] => Array.isArray(value));
}

/** Currencies in which the developer-funded rows cost more than the balance. */
export function shortfalls(
  sources: readonly FundingSource[],
  balances: ReadonlyMap<string, DecimalSum>,
): Shortfall[] {
  const costs = new Map<string, DecimalSum>();
  for (const { walletId, currency, quotes } of sources)
    if (walletId === null)
      for (const sum of [quotes.debited, quotes.fees]) addTo(costs, currency, sum.toString());
  return [...costs].flatMap(([currency, cost]) => {
    const [needed, balance] = [cost.toString(), balances.get(currency)?.toString() ?? '0'];
    const missing = new exact(needed).minus(balance);
    return missing.gt('0') ? [{ currency, needed, balance, missing: missing.toFixed() }] : [];
  });
}

/** --require-funds. Errors: {@link Refusal} unless the developer's balance certainly covers the rows that it funds. */
export async function requireFunds(file: string, input: NeedsInput): Promise<void> {
  const refuse = (message: Message): never => {
    throw new Refusal('funds', message);
  };
  const need = await needs(input);
  if (need.sources.length === 0) return;
  if (need.unknown > 0)
    refuse(fundsMessage('cost_unknown', { file, rows: need.unknown, problem: need.problem }));
  const balances = await readBalances(input.client);
  if ('unreadable' in balances)
    refuse(fundsMessage('balances_unreadable', { file, why: balances.unreadable }));
  else {
    const short = shortfalls(need.sources, balances.of);
    if (short.length > 0) refuse(fundsMessage('balance_short', { file, short }));
  }
}
