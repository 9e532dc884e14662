// Results files of an input, and of its folders, as evidence: the ledger must know the rows that they call paid. A
// new, older or other ledger doesn't, and would pay them again. Three checks:
// - the last ledger stamp of each file is on this ledger's chain;
// - transfer ids that the input's own results call created are known;
// - the input's own results can be read to their end.
// --accept-ledger continues all the same and is recorded. Rows that such files call paid or in doubt are then held.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { InputError } from '../../files/input-error.ts';
import { spellings } from '../../interface/created-id.ts';
import { canonicalDecimal } from '../../interface/decimal.ts';
import { foldedReference } from '../../interface/reference.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Message } from '../../message.ts';
import { Refusal } from '../input/control.ts';
import { inputMessage } from '../input/messages.ts';
import {
  isKept,
  isOfOtherEnvironment,
  type LedgerStampCells,
  type ResultsRow,
  resultsRows,
  stampedFiles,
} from '../results/earlier-results.ts';
import { resultsName } from '../results/results-path.ts';
import { writerOfResults } from '../results/retry-files.ts';
import { knownMessage } from './messages.ts';

export interface Evidence {
  readonly paidElsewhere: UnknownPaid;
  /** The input's own results contradict the ledger, or are of another environment: they are not overwritten. */
  readonly keepsResults: boolean;
}

interface EvidenceSettings {
  readonly file: string;
  readonly results: string;
  readonly environment: string;
  readonly acceptLedger: boolean;
  readonly clock: { now(): number };
}

/** Errors: {@link Refusal} (`ledger_witness`, `results_cut`) without --accept-ledger. */
export async function readEvidence(
  settings: EvidenceSettings,
  ledger: Ledger,
  notice?: Notice,
): Promise<Evidence> {
  const reading = new EvidenceReading(settings, ledger);
  const { file, results, environment } = settings;
  const own = new Set([results, resultsName(file, 'results')].map((path) => resolve(path)));
  // Each run with --sandbox has a new ledger.
  const trial = resolve(resultsName(file, 'sandbox'));
  for (const path of own) if (path !== trial) await reading.readOwn(path);
  const folders = new Set([results, file].map((path) => resolve(dirname(path))));
  for (const { file: other, stamp } of await stampedFiles(folders, environment))
    if (!own.has(resolve(other))) await reading.readOther(other, stamp);
  await reading.settle(notice);
  const { paidElsewhere, against } = reading;
  const isOther = await isOfOtherEnvironment(results, environment);
  return { paidElsewhere, keepsResults: isOther || against.has(resolve(results)) };
}

type Notice = (message: Message) => void;

/** Rows of a results file that the ledger doesn't know. */
interface ReadResults {
  /** Created rows with their ids. */
  readonly unknown: readonly ResultsRow[];
  /** Rows that were or may have been paid, without an id. */
  readonly unidentified: readonly ResultsRow[];
  readonly stamp: LedgerStampCells | undefined;
  readonly fault: InputError | undefined;
}

const MOST_REASONS = 10;
/** Ids that are looked up at once. */
const PAGE = 1_000;

class EvidenceReading {
  readonly paidElsewhere = new UnknownPaid();
  /** Files that are evidence against the ledger. */
  readonly against = new Set<string>();
  readonly #settings: EvidenceSettings;
  readonly #ledger: Ledger;
  readonly #objections: Refusal[] = [];
  /** Ids or heads of the other ledger, by which later runs find the acceptance. */
  readonly #marks = new Set<string>();

  constructor(settings: EvidenceSettings, ledger: Ledger) {
    this.#settings = settings;
    this.#ledger = ledger;
  }

  /** An empty file that no run has written (mktemp) is ignored. */
  async readOwn(file: string): Promise<void> {
    const size = (await stat(file).catch(() => undefined))?.size;
    if (size === undefined) return;
    if (size === 0 && (await writerOfResults(this.#ledger, file)) === undefined) return;
    const found = await this.#read(file);
    const [first] = found.unknown;
    if (first)
      this.#addObjection(
        file,
        'ledger_witness',
        knownMessage('unknown_to_ledger', { file, place: first.place, createdId: first.createdId }),
      );
    if (found.fault)
      this.#addObjection(
        file,
        'results_cut',
        knownMessage('results_unreadable', { fault: found.fault.told }),
      );
    if (found.stamp) await this.#checkStamp(file, found.stamp);
    this.#hold(file, found);
  }

  /** The file is read whole only if its stamp contradicts the ledger, or if it was kept for that reason. */
  async readOther(file: string, stamp: LedgerStampCells): Promise<void> {
    await this.#checkStamp(file, stamp);
    if (this.against.has(file) || isKept(file)) this.#hold(file, await this.#read(file));
  }

  async #read(file: string): Promise<ReadResults> {
    const unknown: ResultsRow[] = [];
    const unidentified: ResultsRow[] = [];
    let created: ResultsRow[] = [];
    let stamp: LedgerStampCells | undefined;
    let fault: InputError | undefined;
    try {
      for await (const row of resultsRows(file, this.#settings.environment)) {
        stamp = row.stamp;
        if (isUnidentified(row)) unidentified.push(row);
        else if (isPaid(row) && created.push(row) === PAGE) {
          unknown.push(...(await this.#unknown(created)));
          created = [];
        }
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      fault = error;
    }
    unknown.push(...(await this.#unknown(created)));
    return { unknown, unidentified, stamp, fault };
  }

  /** Those that the ledger doesn't know. `created`: rows that the results call created. */
  async #unknown(created: readonly ResultsRow[]): Promise<ResultsRow[]> {
    const ledger = this.#ledger;
    const ids = created.flatMap(({ createdId }) => spellings(createdId));
    if (ids.length === 0) return [];
    const known = await ledger.knows(ids);
    const others = ids.filter((id) => !known.has(id));
    // A resolution may have named the id before it was corrected.
    const named = others.length === 0 ? new Set<string>() : await ledger.named(others);
    return created.filter(
      ({ createdId }) => !spellings(createdId).some((id) => known.has(id) || named.has(id)),
    );
  }

  #hold(file: string, { unknown, unidentified }: ReadResults): void {
    const rows = this.against.has(file) ? [...unknown, ...unidentified] : unknown;
    for (const row of rows) this.paidElsewhere.add(row, `${file}:${row.place}`);
  }

  async #checkStamp(file: string, { ledgerId, sequence, head }: LedgerStampCells): Promise<void> {
    const ledger = this.#ledger;
    // A ledger without entries has paid nothing.
    if (ledgerId === '' || sequence === 0) return;
    const height = await ledger.sequence();
    const isHere = ledgerId === ledger.id && sequence <= height;
    if (isHere && (head === '' || (await ledger.hadTip({ sequence, head })))) return;
    this.against.add(file);
    const mark = head === '' ? ledgerId : head;
    if (await ledger.wasAccepted(mark)) return;
    this.#marks.add(mark);
    const why =
      ledgerId !== ledger.id
        ? knownMessage('other_ledger', { file, ledgerId })
        : sequence > height
          ? knownMessage('older_ledger', { file, sequence, height })
          : knownMessage('other_copy', { file });
    this.#addObjection(file, 'ledger_witness', why);
  }

  #addObjection(file: string, code: 'ledger_witness' | 'results_cut', why: Message): void {
    this.against.add(file);
    const told = knownMessage('ledger_objection', { why, ledger: this.#ledger.path });
    const objection = new Refusal(code, told);
    if (!this.#settings.acceptLedger) throw objection;
    this.#objections.push(objection);
  }

  /** Records and prints what was accepted. */
  async settle(notice?: Notice): Promise<void> {
    if (this.#objections.length === 0) return;
    const some = this.#objections.slice(0, MOST_REASONS);
    const reason = knownMessage('evidence_accepted', {
      objections: some.map(({ told }) => told),
      marks: [...this.#marks],
    });
    await this.#ledger.accept(reason, new Date(this.#settings.clock.now()));
    for (const { told } of some) notice?.(inputMessage('ledger_accepted', { why: told }));
  }
}

const isPaid = ({ status }: ResultsRow): boolean => status === 'created' || status === 'duplicate';

const isUnidentified = (row: ResultsRow): boolean =>
  row.status === 'in_doubt' || row.status === 'pending' || (isPaid(row) && row.createdId === '');

type PaidRow = Pick<ResultsRow, 'reference' | 'currency' | 'amount'>;

/** Payments in results files that the accepted ledger doesn't know. A row that may be one of them is held. */
export class UnknownPaid {
  readonly #places = new Map<string, string>();

  /** `place`: of the results line, as file:line. */
  add(row: PaidRow, place: string): void {
    const amount = amountOf(row);
    const name = row.reference === '' ? `bare ${amount}` : `reference ${foldedReference(row.reference)}`;
    for (const one of [name, `any ${amount}`]) this.#places.set(one, place);
  }

  /** The results line of this row: by reference, else by currency and amount if one of the two has no reference. */
  placeOf(row: PaidRow): string | undefined {
    if (this.#places.size === 0) return undefined;
    const some = row.reference === '' ? 'any' : 'bare';
    const names = [
      ...(row.reference === '' ? [] : [`reference ${foldedReference(row.reference)}`]),
      `${some} ${amountOf(row)}`,
      `${some} ${unreadable(row)}`,
    ];
    return names.map((name) => this.#places.get(name)).find((place) => place !== undefined);
  }
}

/** An amount that a spreadsheet has rewritten matches any amount. */
const amountOf = (row: PaidRow): string =>
  row.amount === '' || /^\d+(?:\.\d+)?$/.test(row.amount)
    ? `${row.currency.toUpperCase()} ${canonicalDecimal(row.amount.replace(/^0+(?=\d)/, ''))}`
    : unreadable(row);

const unreadable = ({ currency }: PaidRow): string => `${currency.toUpperCase()} unreadable`;
