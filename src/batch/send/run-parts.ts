// Parts of a run that reports read later, written to the ledger in bulk: the input's cells, and how the run ended.
import { type PlanFile, planText } from '../../approval/plan-format.ts';
import { shortened } from '../../files/plain.ts';
import type { RunPart } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { totalTexts } from '../input/facts.ts';
import type { Checked } from '../input/survey.ts';
import { keptWarnings } from '../input/warnings.ts';
import type { KeyedRow } from '../plan/keys.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { RunContext } from './context.ts';

/** Longer cells are shortened: a data URL is a whole document. */
const CELL_CHARS = 500;
const SHOWN_CHARS = 200;

type PartsContext = Pick<RunContext, 'runId' | 'ledger' | 'breaker'>;

/** Names of the parts of a run. */
export async function keptParts({ ledger, runId }: PartsContext): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for (const kind of ['facts', 'cells', 'plan'] as const)
    for await (const { part } of ledger.eachPart(runId, kind)) kept.add(nameOf(kind, part));
  return kept;
}

const nameOf = (kind: RunPart['kind'], part: number): string => `${kind} ${part}`;

export class RunParts {
  readonly #context: PartsContext;
  readonly #kept: ReadonlySet<string>;
  #writing: Promise<unknown> = Promise.resolve();

  /** `kept`: names of the parts that the run has already: they stay as they are. */
  constructor(context: PartsContext, kept: ReadonlySet<string> = new Set()) {
    this.#context = context;
    this.#kept = kept;
  }

  /** Errors: LedgerError. */
  async plan(plan: PlanFile): Promise<void> {
    await this.#write('plan', 0, planText(plan));
  }

  begin({ header, facts, warnings }: Checked): void {
    const { titles, index, names } = header;
    // Fields that an import profile added after the file's columns.
    const added = [...index].filter(([, at]) => at >= names.length).map(([field]) => field);
    const totals = totalTexts(facts.totals);
    const warned = keptWarnings(warnings.list(), warnings.overflow);
    this.#keep('facts', 0, { columns: titles, added, totals, warned });
  }

  /** The cells of consecutive rows. Waits for the part before. */
  async cells(rows: readonly KeyedRow[]): Promise<void> {
    await this.#writing;
    const [first] = rows;
    const cells = rows.map(({ row }) => row.cells.map((cell) => shortened(cell, CELL_CHARS, SHOWN_CHARS)));
    if (first) this.#keep('cells', first.key.sequence, cells);
  }

  /** Waits until all is kept. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** `stopped`: why the run ended early. Waits until all is kept. */
  async end(stopped: Message | undefined): Promise<void> {
    this.#keep('facts', 1, { stopped });
    await this.#writing;
  }

  #keep(kind: RunPart['kind'], part: number, value: unknown): void {
    const written = ledgerCall(() => this.#write(kind, part, JSON.stringify(value))).then((answer) => {
      if (!answer.ok) this.#context.breaker.trip(answer.failure);
    });
    this.#writing = Promise.all([this.#writing, written]);
  }

  async #write(kind: RunPart['kind'], part: number, data: string): Promise<void> {
    const { ledger, runId } = this.#context;
    if (!this.#kept.has(nameOf(kind, part))) await ledger.keep({ runId, kind, part, data });
  }
}
