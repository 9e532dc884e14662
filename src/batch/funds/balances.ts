// Compares the developer's balances with the needs of a file, for a run (--require-funds) and for `quote --funds`. The
// service does not show the balance of a customer's wallet.
import type { ServiceClient } from '../../client/client.ts';
import { parseAnswer, pick, valueAt } from '../../client/json.ts';
import { openInput } from '../../csv/input.ts';
import { EXIT } from '../../errors.ts';
import { type DecimalSum, exact, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Message } from '../../message.ts';
import { Refusal, type RunControl, withCleanup } from '../input/control.ts';
import { addTo } from '../input/facts.ts';
import { survey } from '../input/survey.ts';
import { openKnownFile } from '../plan/known-file.ts';
import type { RunHooks } from '../results/hooks.ts';
import { CircuitBreaker } from '../send/breakers.ts';
import { openClient, signIn, stopOnSignal } from '../send/service.ts';
import type { ServiceSettings } from '../send/settings.ts';
import {
  type FundingSource,
  fundsMessage,
  type Needs,
  needs,
  type NeedsInput,
  refuseCustomers,
  type Shortfall,
} from './needs.ts';

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

export interface FundsReport {
  readonly rows: number;
  readonly invalid: number;
  /** Rows that are held as possible duplicates. */
  readonly left: number;
  readonly needs: Needs;
  readonly balances: Balances;
  readonly short: readonly Shortfall[];
  /** 0: the balances are enough; 1: they are not, or something is unknown; 4: stopped early. */
  readonly exitCode: number;
}

/** `quote --funds`: creates nothing, and only reads the ledger. Errors: {@link Refusal} for a file of customers. */
export function fundsReport(
  settings: ServiceSettings,
  hooks: RunHooks,
  control: RunControl,
): Promise<FundsReport> {
  return withCleanup(async (atEnd) => {
    const { concurrency } = settings;
    const handle = await openInput(settings.file);
    atEnd(() => handle.close());
    const client = openClient(settings);
    atEnd(() => client.close());
    const knownFile = await openKnownFile(handle, settings, atEnd);
    const checked = await survey(handle, settings, control, knownFile, {
      onHeader: (pass) => refuseCustomers(pass, settings.file),
      onRows: (rows) => {
        for (const { line, issues } of rows)
          if (issues.length > 0) hooks.problem?.(line, 'invalid', fundsMessage('row_left_out'));
      },
    });
    hooks.checked?.(checked.facts, checked.warnings.list());
    const breaker = new CircuitBreaker(settings.haltAfter);
    stopOnSignal(control, breaker, client);
    await signIn(client, { ...hooks, creates: false });
    const need = await needs({
      handle,
      checked,
      client,
      concurrency,
      breaker,
      knownFile,
      developerOnly: false,
    });
    const balances = await readBalances(client);
    const short = 'of' in balances ? shortfalls(need.sources, balances.of) : [];
    const isKnown = need.unknown === 0 && 'of' in balances;
    const covered = isKnown && short.length === 0 && checked.facts.invalid === 0;
    return {
      rows: checked.facts.rows,
      invalid: checked.facts.invalid,
      left: knownFile?.preview.held.rows ?? 0,
      needs: need,
      balances,
      short,
      exitCode: breaker.isTripped ? EXIT.stopped : covered ? EXIT.ok : EXIT.refusedRows,
    };
  });
}
