// Quotes the rows of a file. Creates nothing and uploads nothing. If there is a ledger, rows are compared with it.
import type { ServiceClient } from '../client/client.ts';
import { timeText } from '../client/clock.ts';
import { openInput } from '../csv/input.ts';
import { placed } from '../files/input-error.ts';
import { Refusal, withCleanup } from './input/control.ts';
import { guard } from './input/guards.ts';
import type { Pass } from './input/input-file.ts';
import type { BatchRow } from './input/row.ts';
import { plannedPages } from './plan/keyed-pages.ts';
import { type KnownFile, knownFile } from './plan/known-file.ts';
import { knownMessage } from './plan/messages.ts';
import { survey, type Surveyed } from './plan/survey.ts';
import { reportProblem, type RunHooks } from './results/hooks.ts';
import { invalid, notStarted, result, resultLayout, type RowResult, unstamped } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import { type FileCommand, unsentEnd } from './results/run-end.ts';
import { CircuitBreaker } from './send/circuit-breaker.ts';
import { RowPool } from './send/row-pool.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import type { ServiceSettings } from './send/settings.ts';
import { quote as askPrice, quoteFigures } from './send/steps/quote.ts';

export const quote: FileCommand<ServiceSettings> = (settings, hooks, control, runId) =>
  withCleanup(async (atEnd) => {
    const startedMs = settings.clock.now();
    const handle = await openInput(settings.file);
    atEnd(() => handle.close());
    const client = openClient(settings);
    atEnd(() => client.close());
    const results = await ResultsFile.create({ path: settings.results, id: runId, input: handle });
    atEnd(() => results.discard());

    const known = await knownFile(handle, settings, atEnd);
    const checked = await survey(handle, settings, control, known, {
      onHeader: (pass) => {
        refuseCustomers(pass, settings.file);
        results.begin(resultLayout(pass, unstamped(runId, settings.say)));
      },
    });
    const { facts } = checked;
    hooks.checked?.(facts, checked.warnings.list());
    guard(facts, settings);
    const breaker = new CircuitBreaker(settings.haltAfter);
    stopOnSignal(control, breaker, client);
    const { baseUrl } = settings.client;
    if (facts.rows > facts.invalid) await signIn(client, { ...hooks, baseUrl, creates: false });
    await quoteRows({ settings, handle, checked, known, client, breaker, results, hooks });
    await results.commitUnsent();
    const durationMs = settings.clock.now() - startedMs;
    const { reason: stopped } = breaker;
    const end = unsentEnd(settings, checked, results.sums, { runId, stopped, durationMs });
    return { ...end, known: known?.counts };
  });

function refuseCustomers({ kind }: Pass, file: string): void {
  if (kind === 'customers') {
    throw new Refusal('kind', placed('at_place', { file, what: knownMessage('customers_unpriced') }));
  }
}

interface Quoting extends Surveyed {
  readonly settings: ServiceSettings;
  readonly known: KnownFile | undefined;
  readonly client: ServiceClient;
  readonly breaker: CircuitBreaker;
  readonly results: ResultsFile;
  readonly hooks: RunHooks;
}

async function quoteRows(quoting: Quoting): Promise<void> {
  const { settings, checked, known, breaker, results, hooks } = quoting;
  const pool = new RowPool(settings.concurrency);
  for await (const rows of plannedPages(quoting, known)) {
    for (const { row, key, planned } of rows) {
      const work = async (): Promise<void> => {
        // The ledger has another content under its reference.
        const isRefused = planned.do === 'nothing' && planned.result.status === 'invalid';
        const outcome = isRefused ? planned.result : await quoteRow(row, quoting);
        results.put(key.sequence, row, outcome);
        reportProblem(hooks, row, outcome);
        hooks.progress?.(results.progress(checked.facts.rows));
      };
      await pool.add(work, () => key.sequence + 1 - results.next);
    }
  }
  await pool.drain();
  breaker.end();
}

async function quoteRow(row: BatchRow, { client, breaker, settings }: Quoting): Promise<RowResult> {
  const { clock } = settings;
  if (row.issues.length > 0 || row.kind !== 'payouts') return invalid(row);
  if (breaker.reason) return notStarted(breaker.reason);
  const startedAt = timeText(clock.now());
  const outcome = await askPrice(client, row);
  const common = { httpStatus: outcome.status, startedAt, finishedAt: timeText(clock.now()) };
  breaker.observeCall(outcome);
  if (outcome.outcome === 'accepted') {
    return result('quoted', { ...common, ...quoteFigures(outcome.text, client.profile) });
  }
  const status = outcome.outcome === 'stopped' ? 'not_sent' : outcome.outcome;
  return result(status, { ...common, errorCode: outcome.code, message: outcome.message });
}
