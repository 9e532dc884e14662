// The results beside the input as a witness: what they say was created in this environment, or is in doubt, this ledger
// must know. One that doesn't is new, older or another one, and would pay again.
import { openInput, readRecords } from '../../csv/input.ts';
import { PaybatchError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Refusal } from '../input/refusal.ts';
import { neighbours } from './neighbours.ts';

interface Testimony {
  readonly line: number;
  /** Empty for a row in doubt. */
  readonly createdId: string;
  readonly ledgerId: string;
  readonly sequence: number;
}

/**
 * Errors: {@link Refusal} (`ledger_witness`), unless a person goes on all the same, which is recorded. Results that are
 * not there, or not ours, say nothing.
 */
export async function hearWitness(
  results: string,
  ledger: Ledger,
  environment: string,
  acceptedAt: Date | null,
): Promise<void> {
  try {
    const height = await ledger.sequence();
    await hear(results, ledger, environment, height);
    await hearNeighbours(results, ledger, environment, height);
  } catch (error) {
    if (acceptedAt === null || !(error instanceof Refusal)) throw error;
    await ledger.accept(`${error.code}: ${error.message}`, acceptedAt);
  }
}

async function hear(results: string, ledger: Ledger, environment: string, height: number): Promise<void> {
  for await (const said of testimonies(results, environment)) {
    const known = await knownOf(ledger, said);
    for (const { line, createdId, ledgerId, sequence } of said) {
      if (ledgerId === ledger.id) judgeHeight(`${results}:${line}`, sequence, height, ledger);
      if (createdId === '') {
        if (ledgerId === '' || ledgerId === ledger.id) continue;
        const why = `is in doubt in another ledger (${ledgerId}): this one doesn't know of it`;
        throw refusal(`${results}:${line}`, why, ledger);
      }
      if (readings(createdId).some((id) => known.has(id))) continue;
      const why = `says that ${createdId} was created, and this ledger doesn't know it: it is a new, an older or another one`;
      throw refusal(`${results}:${line}`, why, ledger);
    }
  }
}

/** As it stands there, and without the apostrophe that keeps a spreadsheet from running it. */
const readings = (id: string): string[] => (id.startsWith("'") ? [id, id.slice(1)] : [id]);

/** Results of any name in the folder: an older copy of this ledger, or a new one where there was another. */
async function hearNeighbours(
  results: string,
  ledger: Ledger,
  environment: string,
  height: number,
): Promise<void> {
  for await (const { file, environment: of, ledgerId, sequence } of neighbours(results)) {
    if (ledgerId === ledger.id) judgeHeight(file, sequence, height, ledger);
    if (height === 0 && of === environment && ledgerId !== ledger.id && sequence > 0) {
      const why = `was made with another ledger (${ledgerId}), and this one is new`;
      throw refusal(file, why, ledger);
    }
  }
}

/** What rows have now, and what a person gave to one and took back since: those results were this ledger's, too. */
async function knownOf(ledger: Ledger, said: readonly Testimony[]): Promise<ReadonlySet<string>> {
  const ids = said.flatMap(({ createdId }) => (createdId === '' ? [] : readings(createdId)));
  const known = await ledger.knows(ids);
  const others = ids.filter((id) => !known.has(id));
  return others.length === 0 ? known : new Set([...known, ...(await ledger.named(others))]);
}

/** This ledger wrote it: it was never higher than it is now, unless it is an older copy. */
function judgeHeight(place: string, sequence: number, height: number, ledger: Ledger): void {
  if (sequence <= height) return;
  const why = `was written when this ledger had ${sequence} entries; now it has ${height}, so it is an older copy`;
  throw refusal(place, why, ledger);
}

function refusal(place: string, why: string, { path }: Ledger): Refusal {
  return new Refusal('ledger_witness', `${place} ${why} (${path}). Rows could be sent twice`);
}

/** Rows of the results that were created in this environment, in batches. */
async function* testimonies(results: string, environment: string): AsyncGenerator<Testimony[]> {
  try {
    const handle = await openInput(results);
    try {
      let read: ((cells: readonly string[], line: number) => Testimony | undefined) | undefined;
      for await (const records of readRecords(handle, { file: results })) {
        const said: Testimony[] = [];
        for (const { cells, line } of records) {
          if (!read) {
            read = reader(cells, environment);
            continue;
          }
          const one = read(cells, line);
          if (one) said.push(one);
        }
        if (said.length > 0) yield said;
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Not there, or not a CSV: no results of ours.
    if (!(error instanceof PaybatchError) || error instanceof Refusal) throw error;
  }
}

function reader(header: readonly string[], environment: string) {
  const at = (name: string): number => header.indexOf(name);
  const id = at('transferId') === -1 ? at('customerId') : at('transferId');
  const [status, own, ledger, height] = [
    at('status'),
    at('environment'),
    at('ledgerId'),
    at('ledgerSequence'),
  ];
  return (cells: readonly string[], line: number): Testimony | undefined => {
    const cell = (index: number): string => cells[index] ?? '';
    const doubt = cell(status) === 'in_doubt';
    // A duplicate has the id that its row has in another batch.
    if (!doubt && (!['created', 'duplicate'].includes(cell(status)) || cell(id) === '')) return undefined;
    if (cell(own) !== '' && cell(own) !== environment) return undefined;
    return {
      line,
      createdId: doubt ? '' : cell(id),
      ledgerId: cell(ledger),
      sequence: Number(cell(height)),
    };
  };
}
