// `paybatch funds`: what a file needs and whether it is there. Creates nothing; the ledger is only read.
import { openInput } from '../../csv/input.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { firstPass } from '../input/first-pass.ts';
import { type LiveSettings, Refusal, type RunControl, type RunHooks } from '../options.ts';
import { Halt } from '../send/halt.ts';
import { openClient, signIn, stopOnSignal } from '../send/service.ts';
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
  readonly needs: Needs;
  readonly balances: Balances;
  readonly short: readonly Shortfall[];
  readonly instructions: readonly Instruction[];
  /** 0: covered, as far as balances can be read; 1: short, or something is not known; 4: stopped early. */
  readonly exitCode: number;
}

export async function fundsReport(
  settings: Omit<LiveSettings, 'openLedger' | 'retry'>,
  ledger: Ledger | undefined,
  hooks: RunHooks,
  control: RunControl,
): Promise<FundsReport> {
  const handle = await openInput(settings.file);
  const halt = new Halt(settings.haltAfter);
  const client = openClient(settings);
  try {
    const checked = await firstPass(handle, settings, control, {
      onHeader: ({ kind }) => {
        if (kind === 'customers')
          throw new Refusal('kind', `${settings.file}: a customer file costs nothing`);
      },
      onRows: (rows) => {
        for (const row of rows) {
          if (row.issues.length > 0) hooks.problem?.(row.line, 'invalid', `the row is refused and left out`);
        }
      },
    });
    hooks.checked?.(checked.facts, checked.warnings.list());
    stopOnSignal(control, halt, client);
    await signIn(client, hooks.log);
    const { clock, concurrency } = settings;
    const batchId = settings.batchId ?? checked.hash;
    const need = await needs({
      handle,
      checked,
      client,
      clock,
      concurrency,
      halt,
      ledger,
      batchId,
      developerOnly: false,
      exact: true,
    });
    const balances = await readBalances(client);
    const short = 'of' in balances ? shortfalls(need.sources, balances.of) : [];
    const known = unknownRows(need) === 0 && 'of' in balances;
    return {
      rows: checked.facts.rows,
      invalid: checked.facts.invalid,
      needs: need,
      balances,
      short,
      instructions: await instructions(client, short),
      exitCode: halt.on ? 4 : known && short.length === 0 && checked.facts.invalid === 0 ? 0 : 1,
    };
  } finally {
    await client.close();
    await handle.close();
  }
}
