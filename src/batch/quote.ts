// Quotes the rows of a file. Creates nothing and uploads nothing. If there is a ledger, rows are compared with it.
import type { ServiceClient } from '../client/client.ts';
import { type Clock, timeText } from '../client/clock.ts';
import { openInput } from '../csv/input.ts';
import { refuseCustomers } from './funds/needs.ts';
import { withCleanup } from './input/control.ts';
import { guard } from './input/guards.ts';
import type { BatchRow } from './input/row.ts';
import { survey } from './input/survey.ts';
import { plannedPages } from './plan/keyed-pages.ts';
import { openKnownFile } from './plan/known-file.ts';
import { reportProblem } from './results/hooks.ts';
import { invalid, notStarted, result, resultLayout, type RowResult, unstamped } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import { type FileCommand, unsentEnd } from './results/run-end.ts';
import { CircuitBreaker } from './send/breakers.ts';
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

    const knownFile = await openKnownFile(handle, settings, atEnd);
    const checked = await survey(handle, settings, control, knownFile, {
      onHeader: (pass) => {
        refuseCustomers(pass, settings.file);
        results.begin(resultLayout(pass, unstamped(runId, settings.say, settings.environment)));
      },
    });
    const { facts } = checked;
    hooks.checked?.(facts, checked.warnings.list());
    guard(facts, settings);
    const breaker = new CircuitBreaker(settings.haltAfter);
    stopOnSignal(control, breaker, client);
    if (facts.rows > facts.invalid) await signIn(client, { ...hooks, creates: false });
    const pool = new RowPool(settings.concurrency);
    for await (const page of plannedPages({ handle, checked }, knownFile)) {
      for (const { row, key, planned } of page) {
        const work = async (): Promise<void> => {
          // The ledger has another content under its reference.
          const isRefused = planned.do === 'nothing' && planned.result.status === 'invalid';
          const outcome = isRefused ? planned.result : await quoteRow(row, client, breaker, settings.clock);
          results.put(key.sequence, row, outcome);
          reportProblem(hooks, row, outcome);
          hooks.progress?.(results.progress(facts.rows));
        };
        await pool.add(work, () => key.sequence + 1 - results.next);
      }
    }
    await pool.drain();
    breaker.end();
    await results.commitUnsent();
    const durationMs = settings.clock.now() - startedMs;
    const { reason: stopped } = breaker;
    const end = unsentEnd(settings, checked, results.sums, { runId, stopped, durationMs });
    return { ...end, preview: knownFile?.preview };
  });

async function quoteRow(
  row: BatchRow,
  client: ServiceClient,
  breaker: CircuitBreaker,
  clock: Clock,
): Promise<RowResult> {
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
