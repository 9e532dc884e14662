// Pages that reports read later, written to the ledger in bulk: the input's cells, the pace, how the run ended.
import type { Header } from '../../csv/header.ts';
import { shortened } from '../../files/plain.ts';
import type { Ledger, RunPart } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { totalTexts } from '../input/facts.ts';
import type { Checked } from '../input/first-pass.ts';
import { keptWarnings } from '../input/warnings.ts';
import type { KeyedRow } from '../plan/keyed-pages.ts';
import { ledgerCall } from '../results/ledger-call.ts';
import type { Pace } from '../results/pace.ts';

/** Longer cells are shortened: a data URL is a whole document. */
const CELL_CHARS = 500;
const SHOWN_CHARS = 200;

interface PagesOptions {
  readonly keep: Ledger['keep'];
  readonly runId: string;
  readonly pace: Pace;
  readonly onFailure: (failure: Message) => void;
}

export class Pages {
  readonly #options: PagesOptions;
  #writing: Promise<unknown> = Promise.resolve();
  #times = 0;

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  begin({ titles, index, names }: Header, { facts, warnings }: Pick<Checked, 'facts' | 'warnings'>): void {
    // Fields that an import profile put behind the file's own columns.
    const added = [...index].filter(([, at]) => at >= names.length).map(([field]) => field);
    const totals = totalTexts(facts.totals);
    const warned = keptWarnings(warnings.list(), warnings.overflow);
    this.#keep('facts', 0, { columns: titles, added, totals, warned });
  }

  /** Cells of rows that follow one another in the file. Waits for the page before. */
  async cells(rows: readonly KeyedRow[]): Promise<void> {
    await this.#writing;
    const [first] = rows;
    const cells = rows.map(({ row }) => row.cells.map((cell) => shortened(cell, CELL_CHARS, SHOWN_CHARS)));
    if (first) this.#keep('cells', first.at, cells);
    this.#keepPace(false);
  }

  /** For a run that other hosts continue. */
  async flush(): Promise<void> {
    this.#keepPace(true);
    await this.#writing;
  }

  /** `stopped`: why the run ended early. Waits until all is kept. */
  async end(stopped: Message | undefined): Promise<void> {
    this.#keepPace(true);
    this.#keep('facts', 1, { stopped });
    await this.#writing;
  }

  #keepPace(end: boolean): void {
    const beats = this.#options.pace.page(end);
    if (beats) this.#keep('times', this.#times++, beats);
  }

  #keep(kind: RunPart['kind'], part: number, value: unknown): void {
    const { runId, keep, onFailure } = this.#options;
    const page = { runId, kind, part, data: JSON.stringify(value) };
    const kept = ledgerCall(() => keep(page)).then((answer) => {
      if (!answer.ok) onFailure(answer.failure);
    });
    this.#writing = Promise.all([this.#writing, kept]);
  }
}
