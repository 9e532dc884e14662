// Quote only: what a file would cost. Creates nothing, uploads nothing; a ledger that is there is looked into, and says what of it is paid.
import type { FileHandle } from 'node:fs/promises';

import type { ServiceClient } from '../client/client.ts';
import { openInput } from '../csv/input.ts';
import { type Checked, firstPass, guard } from './input/first-pass.ts';
import { type Pass, startPass } from './input/input-file.ts';
import { Refusal } from './input/refusal.ts';
import { releasing } from './input/releasing.ts';
import type { BatchRow } from './input/row.ts';
import { Warnings } from './input/warnings.ts';
import { knownRows } from './plan/known-rows.ts';
import type { HistoryChecks } from './plan/payment-history/checks.ts';
import { checksIn, ledgerBehind } from './plan/payment-history/look-back.ts';
import type { RunHooks } from './results/hooks.ts';
import { invalid, isSaidAtEnd, notStarted, result, resultLayout, type RowResult } from './results/result.ts';
import { ResultsFile } from './results/results-file.ts';
import type { Story } from './results/run-end.ts';
import { unstamped } from './results/stamp.ts';
import { unsent } from './results/unsent.ts';
import { CircuitBreaker } from './send/circuit-breaker.ts';
import { RowPool } from './send/row-pool.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import type { ServiceSettings } from './send/settings.ts';
import { quote as askPrice, quoteFigures } from './send/steps/quote.ts';

export const quote: Story<ServiceSettings> = (settings, hooks, control, runId) =>
  releasing(async (hold) => {
    const startedMs = settings.clock.now();
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const client = openClient(settings);
    hold(() => client.close());
    const results = await ResultsFile.create({ path: settings.results, id: runId, input: handle });
    hold(() => results.discard());

    const ledger = await ledgerBehind(settings.history, hold);
    const historyChecks = checksIn(ledger, settings.history);
    const known = ledger && (await knownRows(ledger, handle, settings));
    const checked = await firstPass(handle, settings, control, {
      judge: async (rows, warnings) => {
        // What it finds wrong is a run's to say: these are quoted all the same.
        const looked = rows.map((row) => ({ ...row, issues: [...row.issues] }));
        await known?.look(looked);
        await historyChecks?.judge(rows, warnings);
        // What a check across runs refuses is no row that a run would send.
        rows.forEach(({ issues }, at) => looked[at]?.issues.push(...issues));
      },
      onHeader: (pass, warnings) => {
        refuseCustomers(pass, settings.file);
        historyChecks?.begin(settings.file, pass, warnings);
        results.begin(resultLayout(pass, unstamped(runId)));
      },
      onRows: () => known?.count(),
    });
    known?.end({ ...checked, warnings: new Warnings() });
    await historyChecks?.judgeWhole(settings.file, checked, [
      known?.batchId ?? settings.batchId ?? checked.hash,
    ]);
    hooks.checked?.(checked.facts, checked.warnings.list());
    guard(checked.facts, settings, known?.invalid);
    const breaker = new CircuitBreaker(settings.haltAfter);
    stopOnSignal(control, breaker, client);
    const { baseUrl } = settings.client;
    if (checked.facts.rows > checked.facts.invalid)
      await signIn(client, { ...hooks, baseUrl, creates: false });
    await quoteRows(handle, { settings, checked, client, breaker, results, hooks, historyChecks });
    await results.commitUnsent();
    const end = unsent(settings, checked, results, runId, breaker.reason, settings.clock.now() - startedMs);
    return known ? { ...end, known: known.counts, knownLines: known.lines } : end;
  });

function refuseCustomers({ kind }: Pass, file: string): void {
  if (kind === 'customers') {
    throw new Refusal('kind', `${file}: a customer file has nothing to quote: check or run it`);
  }
}

interface Quoting {
  readonly settings: ServiceSettings;
  readonly checked: Checked;
  readonly client: ServiceClient;
  readonly breaker: CircuitBreaker;
  readonly results: ResultsFile;
  readonly hooks: RunHooks;
  readonly historyChecks: HistoryChecks | undefined;
}

async function quoteRows(handle: FileHandle, quoting: Quoting): Promise<void> {
  const { settings, checked, breaker, results, hooks, historyChecks } = quoting;
  const pool = new RowPool(settings.concurrency);
  const pass = await startPass(handle, checked.options);
  let sequence = 0;
  for await (const rows of pass.rows()) {
    for (const row of rows) {
      historyChecks?.again(row);
      const at = sequence++;
      const work = async (): Promise<void> => {
        const outcome = await quoteRow(row, quoting);
        results.put(at, row, outcome);
        if (outcome.status !== 'quoted' && !isSaidAtEnd(outcome))
          hooks.problem?.(row.line, outcome.status, outcome.errorMessage);
        hooks.progress?.(results.progress(checked.facts.rows));
      };
      await pool.add(work, () => sequence - results.next);
    }
  }
  await pool.drain();
  breaker.end();
}

async function quoteRow(row: BatchRow, { client, breaker, settings }: Quoting): Promise<RowResult> {
  const { clock } = settings;
  if (row.issues.length > 0 || row.kind !== 'payouts') return invalid(row);
  if (breaker.isTripped) return notStarted(breaker.reason);
  const startedAt = new Date(clock.now()).toISOString();
  const outcome = await askPrice(client, row);
  const common = { httpStatus: outcome.status, startedAt, finishedAt: new Date(clock.now()).toISOString() };
  breaker.observeCall(outcome);
  if (outcome.outcome === 'accepted') {
    return result('quoted', { ...common, ...quoteFigures(outcome.text, client.profile) });
  }
  const status = outcome.outcome === 'stopped' ? 'not_sent' : outcome.outcome;
  return result(status, { ...common, errorCode: outcome.code, errorMessage: outcome.message });
}
