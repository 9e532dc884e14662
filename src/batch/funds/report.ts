// `paybatch quote --funds`: what a file needs and whether it is there. Creates nothing; the ledger is only read.
import type { FileHandle } from 'node:fs/promises';

import { openInput } from '../../csv/input.ts';
import { EXIT } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { RunControl } from '../input/control.ts';
import { type Checked, firstPass } from '../input/first-pass.ts';
import { Refusal } from '../input/refusal.ts';
import { releasing } from '../input/releasing.ts';
import { Warnings } from '../input/warnings.ts';
import { batchOf } from '../plan/batch-of.ts';
import { type KnownRows, knownRows } from '../plan/known-rows.ts';
import type { HistoryChecks } from '../plan/payment-history/checks.ts';
import { checksIn } from '../plan/payment-history/look-back.ts';
import type { RunHooks } from '../results/hooks.ts';
import { CircuitBreaker } from '../send/circuit-breaker.ts';
import { openClient, signIn, stopOnSignal } from '../send/service.ts';
import type { ServiceSettings } from '../send/settings.ts';
import {
  type Balances,
  type Instruction,
  instructions,
  readBalances,
  type Shortfall,
  shortfalls,
  unknownRows,
} from './balances.ts';
import { type Needs, needs } from './needs.ts';

export interface FundsReport {
  readonly rows: number;
  readonly invalid: number;
  /** Rows that are held, or refused for what the ledger knows. */
  readonly left: number;
  readonly needs: Needs;
  readonly balances: Balances;
  readonly short: readonly Shortfall[];
  readonly instructions: readonly Instruction[];
  /** 0: covered, as far as balances can be read; 1: short, or something is not known; 4: stopped early. */
  readonly exitCode: number;
}

/** Errors: Refusal for a file of customers. */
export function fundsReport(
  settings: ServiceSettings,
  ledger: Ledger | undefined,
  hooks: RunHooks,
  control: RunControl,
): Promise<FundsReport> {
  return releasing(async (hold) => {
    const { clock, concurrency } = settings;
    const handle = await openInput(settings.file);
    hold(() => handle.close());
    const client = openClient(settings);
    hold(() => client.close());
    const { checked, known, historyChecks } = await lookAt(handle, settings, ledger, hooks, control);
    hooks.checked?.(checked.facts, checked.warnings.list());
    const breaker = new CircuitBreaker(settings.haltAfter);
    stopOnSignal(control, breaker, client);
    await signIn(client, { ...hooks, baseUrl: settings.client.baseUrl, creates: false });
    const batchId = known?.batchId ?? (await batchOf(settings, { handle, hash: checked.hash, ledger }));
    const every = { page: known?.page, historyChecks, developerOnly: false, exact: true };
    const need = await needs({
      handle,
      checked,
      client,
      clock,
      concurrency,
      breaker,
      batchId,
      ...every,
    });
    const balances = await readBalances(client);
    const short = 'of' in balances ? shortfalls(need.sources, balances.of) : [];
    const isKnown = unknownRows(need) === 0 && 'of' in balances;
    const covered = isKnown && short.length === 0 && checked.facts.invalid === 0;
    return {
      rows: checked.facts.rows,
      invalid: checked.facts.invalid,
      left: known ? known.counts.held + known.counts.unsendable : 0,
      needs: need,
      balances,
      short,
      instructions: await instructions(client, short),
      exitCode: breaker.isTripped ? EXIT.stopped : covered ? EXIT.ok : EXIT.refusedRows,
    };
  });
}

/** The file, and what the ledger knows of its rows. Errors: as above. */
async function lookAt(
  handle: FileHandle,
  settings: ServiceSettings,
  ledger: Ledger | undefined,
  hooks: RunHooks,
  control: RunControl,
): Promise<{ checked: Checked; known: KnownRows | undefined; historyChecks: HistoryChecks | undefined }> {
  const known = ledger && (await knownRows(ledger, handle, settings));
  const historyChecks = checksIn(ledger, settings.history);
  const checked = await firstPass(handle, settings, control, {
    judge: async (rows) => {
      // What a run would say of them is a check's to say.
      const open = await known?.look(rows.map((row) => ({ ...row, issues: [...row.issues] })));
      if (open) await historyChecks?.judge(open, new Warnings());
    },
    onHeader: (pass) => {
      if (pass.kind === 'customers')
        throw new Refusal('kind', `${settings.file}: a customer file costs nothing`);
    },
    onRows: (rows) => {
      known?.count();
      for (const row of rows) {
        if (row.issues.length > 0) hooks.problem?.(row.line, 'invalid', `the row is refused and left out`);
      }
    },
  });
  known?.end({ ...checked, warnings: new Warnings() });
  return { checked, known, historyChecks };
}
