// A run before anything is sent: the file read and judged as a whole, signed in, the funds looked at, a person asked.
// Whatever says no does it here, as a Refusal.
import type { ServiceClient } from '../client/client.ts';
import { hashFile } from '../files/bytes.ts';
import { gate } from './funds/gate.ts';
import { type Checked, guard } from './input/first-pass.ts';
import { Refusal } from './input/refusal.ts';
import type { Hold } from './input/releasing.ts';
import type { SeenKeys } from './input/seen.ts';
import { judgeNeed } from './plan/approved/approval-need.ts';
import type { PageSettings } from './plan/page.ts';
import type { HistoryChecks } from './plan/payment-history/checks.ts';
import { type Evidence, readEvidence } from './plan/results-evidence.ts';
import { readFile } from './read-file.ts';
import type { ResultLayout } from './results/result.ts';
import { placeOf } from './results/results-place.ts';
import { refuseChanged, type Running } from './running.ts';
import { CircuitBreaker } from './send/circuit-breaker.ts';
import { openClient, signIn, stopOnSignal } from './send/service.ts';
import { WalletBreakers } from './send/wallet-breakers.ts';

/** A file that may be sent. */
export interface Prepared {
  readonly checked: Checked;
  readonly layout: ResultLayout;
  readonly batchId: string;
  /** Where its results go: see results/results-place.ts. */
  readonly place: string;
  /** The batch that this one is a retry of, where that is known. */
  readonly parent: string | null;
  /** The ledger's height before rows were compared with earlier payments; `null`: whatever looks like one is meant. */
  readonly alikeSince: number | null;
  /** What its rows say, as one digest: other parse settings may make other rows of the same bytes. */
  readonly rowsDigest: string;
  /** Asked again once the rows are this run's own. Errors: {@link Refusal}. */
  readonly judgeReading: () => Promise<void>;
  /** Whether any row is to be sent, as far as the ledger knew. */
  readonly open: boolean;
  /** What every further pass plans the rows by. */
  readonly page: PageSettings;
  /** Checks across runs, where any is made. */
  readonly historyChecks: HistoryChecks | undefined;
  /** Keys of the rows that may be sent. */
  readonly keys: SeenKeys;
  /** Whether the results that are there tell, or may have told, of payments that the ledger doesn't know, and no others do. */
  readonly isLost: boolean;
  readonly client: ServiceClient;
  readonly breaker: CircuitBreaker;
  readonly wallets: WalletBreakers;
  /** For so long a question stood open. */
  readonly askedMs: number;
}

/** Everything that can say no while nothing is sent. */
export async function prepare(running: Running, hold: Hold): Promise<Prepared> {
  const { settings, hooks, control, handle } = running;
  // Where a ledger is accepted in spite of them, now or once before, the results say which rows are not to be sent again.
  const fileHash = running.fileHash ?? (await hashFile(handle));
  const { answered, paidElsewhere: unknown, isAtRisk: isLost } = await evidenceOf(running);
  const place = await placeOf(settings.results, running.ledger.queue !== undefined);
  // What a run that died has left is in doubt, before rows are compared with it.
  await running.ledger.recover(new Date(settings.clock.now()));
  const read = await readFile({ ...running, fileHash }, unknown);
  const { checked } = read;
  if (settings.detach === true && checked.facts.kind === 'customers') refuseDetached(settings.file);
  guard(checked.facts, settings);
  judgeNeed(settings, checked.facts);
  const batches = read.parent === null ? [read.batchId] : [read.batchId, read.parent];
  await read.historyChecks?.judgeWhole(settings.file, checked, batches);
  hooks.checked?.(checked.facts, checked.warnings.list());
  const breaker = new CircuitBreaker(settings.haltAfter, settings.maxInDoubt);
  const client = openClient(settings, running.pace.attempt, running.ledger.limits);
  hold(() => client.close());
  stopOnSignal(control, breaker, client);
  // Where everything is settled, nobody needs to be asked.
  if (read.open) await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: true });
  const wallets = new WalletBreakers(settings.haltAfter, settings.profile);
  const page = { ...read.page, answered };
  const judged = { ...read, page, place, isLost, client, breaker, wallets };
  await judgeFunds(running, judged);
  const askedAtMs = settings.clock.elapsed();
  if (hooks.confirm && !(read.preview && (await hooks.confirm(checked.facts, read.preview))))
    throw new Refusal('declined', 'not confirmed');
  const askedMs = settings.clock.elapsed() - askedAtMs;
  running.pace.skip(askedMs);
  // The question may have stood there for an hour.
  if ((await hashFile(handle)) !== checked.hash) refuseChanged(settings.file);
  return { ...judged, askedMs };
}

function evidenceOf({ settings, ledger, hooks }: Running): Promise<Evidence> {
  const { file, results, environment, acceptLedger, clock } = settings;
  const told = (objection: string): void =>
    hooks.notice?.(
      `warning: ${objection}. --accept-ledger: this ledger is used all the same, which is recorded`,
    );
  const acceptance = acceptLedger ? { at: new Date(clock.now()), told } : null;
  return readEvidence({ file, results, environment, ledger, acceptance });
}

async function judgeFunds(
  running: Running,
  { checked, client, batchId, page }: Pick<Prepared, 'checked' | 'client' | 'batchId' | 'page'>,
): Promise<void> {
  const { settings, control, handle, hooks } = running;
  if (!settings.requireFunds && checked.facts.developerFunded.size === 0) return;
  if (!settings.quote) {
    if (!settings.requireFunds) return;
    throw new Refusal('funds', `${settings.file}: what the rows cost can't be known without quotes`);
  }
  // A separate breaker: a price that can't be asked for beforehand is no reason to stop the run.
  const breaker = new CircuitBreaker(settings.haltAfter);
  control.onSignal(() => {
    breaker.trip('a signal');
  });
  await gate({ ...settings, handle, checked, client, page, batchId, breaker }, hooks.notice);
}

function refuseDetached(file: string): never {
  const why = 'customers are created by the host that reads their file: run it without --detach';
  throw new Refusal('detach', `${file}: ${why}`);
}
