// Quote only: what a file would cost. Creates nothing, uploads nothing, and knows no ledger.
import type { ServiceClient } from '../client/client.ts';
import { openInput } from '../csv/input.ts';
import { firstPass, guard } from './input/first-pass.ts';
import { startPass } from './input/input-file.ts';
import type { BatchRow } from './input/row.ts';
import { type LiveSettings, Refusal, type RunControl, type RunEnd, type RunHooks } from './options.ts';
import { invalid, notStarted, result, resultLayout, type RowResult } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import { unsent } from './results/unsent.ts';
import { Feed } from './send/feed.ts';
import { Halt } from './send/halt.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import { quote, quoteFigures } from './send/steps/quote.ts';

export async function quoteRun(
  settings: Omit<LiveSettings, 'openLedger' | 'retry'>,
  hooks: RunHooks,
  control: RunControl,
  runId: string,
): Promise<RunEnd> {
  const { clock } = settings;
  const startedMs = clock.now();
  const handle = await openInput(settings.file);
  const halt = new Halt(settings.haltAfter);
  const client = openClient(settings);
  let results: ResultsFile | undefined;
  try {
    const file = await ResultsFile.create(settings.results, settings.file, runId);
    results = file;
    const checked = await firstPass(handle, settings, control, {
      onHeader: (pass) => {
        if (pass.kind === 'customers') {
          throw new Refusal(
            'kind',
            `${settings.file}: a customer file has nothing to quote: check or run it`,
          );
        }
        file.begin(resultLayout(pass));
      },
    });
    hooks.checked?.(checked.facts, checked.warnings.list());
    guard(checked.facts, settings);
    stopOnSignal(control, halt, client);
    if (checked.facts.rows > checked.facts.invalid) await signIn(client, hooks.log);
    const feed = new Feed(settings.concurrency);
    const pass = await startPass(handle, checked.options);
    let sequence = 0;
    for await (const rows of pass.rows()) {
      for (const row of rows) {
        const at = sequence++;
        await feed.add(
          async () => {
            const outcome = await one(row, client, halt, clock);
            file.put(at, row, outcome);
            if (outcome.status !== 'quoted') hooks.problem?.(row.line, outcome.status, outcome.errorMessage);
            hooks.progress?.(file.progress(checked.facts.rows));
          },
          () => sequence - file.next,
        );
      }
    }
    await feed.drain();
    await file.commit();
    return unsent(settings, checked, file, runId, halt.reason, clock.now() - startedMs);
  } catch (error) {
    await results?.discard();
    throw error;
  } finally {
    await client.close();
    await handle.close();
  }
}

async function one(
  row: BatchRow,
  client: ServiceClient,
  halt: Halt,
  clock: { now(): number },
): Promise<RowResult> {
  if (row.issues.length > 0 || row.kind !== 'payouts') return invalid(row);
  if (halt.on) return notStarted(halt.reason);
  const startedAt = new Date(clock.now()).toISOString();
  const outcome = await quote(client, row);
  const common = { httpStatus: outcome.status, startedAt, finishedAt: new Date(clock.now()).toISOString() };
  halt.observeCall(outcome);
  if (outcome.outcome === 'accepted') {
    return result('quoted', { ...common, ...quoteFigures(outcome.text, client.profile) });
  }
  const status = outcome.outcome === 'stopped' ? 'not_sent' : outcome.outcome;
  return result(status, { ...common, errorCode: outcome.code, errorMessage: outcome.message });
}
