// `paybatch quote --funds`: the needs of a file and the balances. Creates nothing, and only reads the ledger.
import { openInput } from '../../csv/input.ts';
import { EXIT } from '../../errors.ts';
import { Refusal, type RunControl, withCleanup } from '../input/control.ts';
import { survey } from '../input/survey.ts';
import { knownFile } from '../plan/known-file.ts';
import type { RunHooks } from '../results/hooks.ts';
import { CircuitBreaker } from '../send/circuit-breaker.ts';
import { openClient, signIn, stopOnSignal } from '../send/service.ts';
import type { ServiceSettings } from '../send/settings.ts';
import { type Balances, readBalances, shortfalls } from './balances.ts';
import { fundsMessage, type Needs, needs, type Shortfall } from './needs.ts';

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

/** Errors: Refusal for a file of customers. */
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
    const known = await knownFile(handle, settings, atEnd);
    const checked = await survey(handle, settings, control, known, {
      onHeader: ({ kind }) => {
        if (kind === 'customers')
          throw new Refusal('kind', fundsMessage('customers_cost_nothing', { file: settings.file }));
      },
      onRows: (rows) => {
        for (const { line, issues } of rows)
          if (issues.length > 0) hooks.problem?.(line, 'invalid', fundsMessage('row_left_out'));
      },
    });
    hooks.checked?.(checked.facts, checked.warnings.list());
    const breaker = new CircuitBreaker(settings.haltAfter);
    stopOnSignal(control, breaker, client);
    await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: false });
    const need = await needs({ handle, checked, client, concurrency, breaker, known, developerOnly: false });
    const balances = await readBalances(client);
    const short = 'of' in balances ? shortfalls(need.sources, balances.of) : [];
    const isKnown = need.unknown === 0 && 'of' in balances;
    const covered = isKnown && short.length === 0 && checked.facts.invalid === 0;
    return {
      rows: checked.facts.rows,
      invalid: checked.facts.invalid,
      left: known?.preview.held.rows ?? 0,
      needs: need,
      balances,
      short,
      exitCode: breaker.isTripped ? EXIT.stopped : covered ? EXIT.ok : EXIT.refusedRows,
    };
  });
}
