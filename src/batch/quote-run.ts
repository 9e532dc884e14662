// Quote only: what a file would cost. Creates nothing, uploads nothing, and knows no ledger.
import { ServiceClient } from '../client/client.ts';
import { openInput } from '../csv/input.ts';
import { Feed } from './feed.ts';
import { firstPass, guard } from './first-pass.ts';
import { Halt } from './halt.ts';
import { Refusal, type LiveSettings, type RunControl, type RunEnd, type RunHooks } from './options.ts';
import { startPass } from './payout-file.ts';
import { invalid, result, type RowResult } from './result.ts';
import { ResultsFile } from './results-file.ts';
import { unsent } from './unsent.ts';
import type { PayoutRow } from './row.ts';
import { quote, quoteFigures } from './steps/quote.ts';

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
  const client = new ServiceClient({
    ...settings.client,
    profile: settings.profile,
    concurrency: settings.concurrency,
  });
  let results: ResultsFile | undefined;
  try {
    const file = await ResultsFile.create(settings.results, settings.file, runId, () =>
      Promise.resolve(true),
    );
    results = file;
    const checked = await firstPass(handle, settings, control);
    hooks.checked?.(checked.facts, checked.warnings.list());
    guard(checked.facts, settings);
    control.onSignal((signals) => {
      halt.now('a signal');
      if (signals > 1) client.stop();
    });
    const refused = checked.facts.rows > checked.facts.invalid ? await client.signIn() : undefined;
    if (refused?.credentials === true)
      throw new Refusal('credentials', `the credentials are refused: ${refused.message}`);
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
            const refusedRows = file.tally.count('invalid', 'rejected', 'failed');
            hooks.progress?.({
              done: file.next,
              total: checked.facts.rows,
              refused: refusedRows,
              inDoubt: 0,
            });
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
  row: PayoutRow,
  client: ServiceClient,
  halt: Halt,
  clock: { now(): number },
): Promise<RowResult> {
  if (row.issues.length > 0) return invalid(row);
  if (halt.on) {
    return result('not_sent', {
      errorCode: 'stopped',
      errorMessage: `the run stopped first: ${halt.reason}`,
    });
  }
  const startedAt = new Date(clock.now()).toISOString();
  const outcome = await quote(client, row);
  const common = { httpStatus: outcome.status, startedAt, finishedAt: new Date(clock.now()).toISOString() };
  if (outcome.outcome === 'accepted') {
    halt.observe(false, '');
    return result('quoted', { ...common, ...quoteFigures(outcome.text, client.profile) });
  }
  if (outcome.outcome !== 'stopped') halt.observe(outcome.systemic, outcome.message);
  if (outcome.halt) halt.now(outcome.message);
  const status = outcome.outcome === 'stopped' ? 'not_sent' : outcome.outcome;
  return result(status, { ...common, errorCode: outcome.code, errorMessage: outcome.message });
}
