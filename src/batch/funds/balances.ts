// The developer's balances against what a file needs of them, and where money would have to be sent. The service shows no
// balance of a customer's wallet.
import Big from 'big.js';

import type { ServiceClient } from '../../client/client.ts';
import { parseAnswer, pick } from '../../client/json.ts';
import { PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { Profile } from '../../interface/profile.ts';
import { costOf, type Needs, type Source } from './needs.ts';

export type Balances = { readonly of: ReadonlyMap<string, Big> } | { readonly unreadable: string };

export async function readBalances(client: ServiceClient): Promise<Balances> {
  const outcome = await client.getDeveloperBalances();
  if (outcome.outcome !== 'accepted') return { unreadable: outcome.message };
  return balancesOf(outcome.text, client.profile);
}

/** Balances of an answer (2.7) by the profile's names; several of one currency are added. */
export function balancesOf(text: string, profile: Profile): Balances {
  const answer = parseAnswer(text);
  const list = listIn(answer, profile.balanceListFields);
  const of = new Map<string, Big>();
  for (const item of list ?? []) {
    const currency = pick(item, profile.balanceCurrencyFields);
    const amount = pick(item, profile.balanceAmountFields);
    if (currency === undefined || amount === undefined || !PLAIN_DECIMAL.test(amount)) continue;
    of.set(currency, (of.get(currency) ?? new Big(0)).plus(amount));
  }
  if (of.size > 0) return { of };
  return {
    unreadable:
      'the answer holds no balance under the names of profile.balanceListFields, balanceCurrencyFields and balanceAmountFields',
  };
}

function listIn(answer: unknown, fields: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer as readonly unknown[]; // any[] otherwise
  for (const field of fields) {
    const value =
      typeof answer === 'object' && answer !== null && Object.hasOwn(answer, field)
        ? (answer as Record<string, unknown>)[field] // just checked
        : undefined;
    if (Array.isArray(value)) return value as readonly unknown[]; // any[] otherwise
  }
  return undefined;
}

export interface Shortfall {
  readonly currency: string;
  readonly needed: Big;
  readonly balance: Big;
  readonly missing: Big;
  readonly sources: readonly Source[];
}

/** Currencies in which the developer-funded rows cost more than there is. */
export function shortfalls(sources: readonly Source[], balances: ReadonlyMap<string, Big>): Shortfall[] {
  const byCurrency = new Map<string, Source[]>();
  for (const source of sources) {
    if (source.walletId !== null) continue;
    byCurrency.set(source.currency, [...(byCurrency.get(source.currency) ?? []), source]);
  }
  return [...byCurrency].flatMap(([currency, own]) => {
    const needed = own.reduce((sum, source) => sum.plus(costOf(source)), new Big(0));
    const balance = balances.get(currency) ?? new Big(0);
    const missing = needed.minus(balance);
    return missing.gt(0) ? [{ currency, needed, balance, missing, sources: own }] : [];
  });
}

/** `about`: the figure is an estimate. */
export function shortfallText({ currency, needed, balance, missing }: Shortfall, about?: 'about'): string {
  return `developer-funded rows need ${about ? 'about ' : ''}${needed.toFixed()} ${currency}, the developer balance is ${balance.toFixed()}: ${missing.toFixed()} ${currency} are missing`;
}

export interface Instruction {
  readonly currency: string;
  readonly of: string;
  /** The service's whole answer, or why there is none. */
  readonly answer: string;
  readonly ok: boolean;
}

/**
 * Where to send what is missing: the crypto instruction of each network and asset, and for a currency without a
 * network the virtual account of the customers that are paid for.
 */
export async function instructions(
  client: ServiceClient,
  short: readonly Shortfall[],
): Promise<Instruction[]> {
  const out: Instruction[] = [];
  for (const { currency, sources } of short) {
    const networks = new Set(sources.map(({ network }) => network).filter((network) => network !== ''));
    for (const network of networks) {
      const outcome = await client.getCryptoInstruction(network, currency);
      out.push(instruction(currency, `${currency} on ${network}`, outcome));
    }
    if (networks.size > 0) continue;
    for (const id of new Set(sources.flatMap(({ customers }) => [...customers]))) {
      out.push(instruction(currency, `customer ${id}`, await client.getFiatDepositInstructions(id)));
    }
  }
  return out;
}

function instruction(
  currency: string,
  of: string,
  outcome: Awaited<ReturnType<ServiceClient['getCryptoInstruction']>>,
): Instruction {
  const ok = outcome.outcome === 'accepted';
  return { currency, of, ok, answer: ok ? outcome.text : outcome.message };
}

/** Whether every figure is known: nothing may be called covered otherwise. */
export function unknownRows({ sources }: Needs): number {
  return sources.reduce((sum, { unknown }) => sum + unknown, 0);
}
