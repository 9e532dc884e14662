// The results, and those beside the input, as witnesses: what they say was created in this environment, or is in doubt, this ledger
// must know. One that doesn't is new, older or another one, and would pay again.
import { constants, copyFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { InputError } from '../../files/input-error.ts';
import type { Ledger, RowRecord } from '../../ledger/ledger.ts';
import { Refusal } from '../input/refusal.ts';
import { resultsName } from './names.ts';
import { neighbours } from './neighbours.ts';
import { type Acceptance, Objections } from './objections.ts';
import { type Answered, testimonies, type Testimony } from './testimony.ts';
import { UnknownPaid } from './unknown-paid.ts';
import { knowsTheirRun, type OfInput, type Unread, unreadable } from './unread-results.ts';

/** So many are remembered; the lines of one group of writes have one. */
const COURSES = 100_000;

/** Ids that a service gave to rows in doubt and that could not be recorded: only the results have them. */
export class AnsweredIds {
  readonly #ids = new Map<string, string>();

  add({ runId, reference, createdId }: Answered, line: number): void {
    this.#ids.set(placeOf(runId, reference, line), createdId);
  }

  /** For a row in doubt, by the run and the line that the ledger has for it; empty where there is none. */
  of({ runId, reference, line }: Pick<RowRecord, 'runId' | 'reference' | 'line'>): string {
    return this.#ids.get(placeOf(runId, reference ?? '', line)) ?? '';
  }
}

/** A reference stays with its row however the file is sorted; a row without one stands where it stood. */
const placeOf = (runId: string, reference: string, line: number): string =>
  JSON.stringify([runId, reference === '' ? line : reference]);

/** What results say of this environment that the ledger doesn't know. */
export interface Heard {
  readonly answered: AnsweredIds;
  readonly unknown: UnknownPaid;
  /** Whether the run's own results tell of it, or can't be read to their end: they are about to be written anew. */
  readonly isLost: boolean;
}

/** A run's results, and its input. */
interface Written extends OfInput {
  readonly results: string;
}

/**
 * Errors: {@link Refusal} (`ledger_witness`, `results_cut`), unless a person goes on all the same (`acceptance`), which is recorded and said; then
 * everything is heard. `since`: see {@link UnknownPaid}. Results that are not there, or not ours, say nothing.
 */
export async function hearWitness(
  { results, ...input }: Written,
  ledger: Ledger,
  environment: string,
  acceptance: Acceptance | null,
  since: number,
): Promise<Heard> {
  const { file } = input;
  const objections = new Objections(acceptance);
  const beside = resultsName(file, 'results');
  const height = await ledger.sequence();
  const heard = { answered: new AnsweredIds(), unknown: new UnknownPaid(since) };
  const hearing: Hearing = {
    ledger,
    environment,
    height,
    courses: new Map<string, boolean>(),
    object: objections.raise.bind(objections),
    accepted: objections.areAccepted,
    own: new Set([results, beside].map((path) => resolve(path))),
    ...heard,
  };
  const isBeside = hearing.own.size === 1;
  // The ledger of a sandbox is new each time, and pays nobody.
  const isTrial = resolve(results) === resolve(resultsName(file, 'sandbox'));
  const ownOf = (isNamedSo: boolean): Own | undefined => (isTrial ? undefined : { input, isNamedSo });
  const isDamaged = await hear(results, hearing, ownOf(isBeside));
  const isLost = isDamaged || heard.unknown.size > 0;
  // Tonight's may have been sent elsewhere: those of the nights before lie beside the input.
  if (!isBeside) await hear(beside, hearing, ownOf(true));
  const folders = new Set([results, file].map((path) => resolve(dirname(path))));
  for (const folder of folders) await hearNeighbours(folder, hearing);
  await objections.settle(ledger);
  return { ...heard, isLost };
}

interface Hearing extends Omit<Heard, 'isLost'> {
  readonly ledger: Ledger;
  readonly environment: string;
  readonly height: number;
  /** Whether what was heard is of an older copy, by height and head. */
  readonly courses: Map<string, boolean>;
  readonly accepted: boolean;
  /** The run's own, which are heard for themselves. */
  readonly own: ReadonlySet<string>;
  /** Something speaks against this ledger: throws, unless it is accepted. `head`: of the other course, if that is known. */
  readonly object: (objection: Refusal, head?: string) => void;
}

const CUT =
  "These are results, and what the rest of them says was paid can't be told: this ledger may not know of it";

/** Whose results they are by their place. `isNamedSo`: nothing else has this name, which was made for them. */
interface Own {
  readonly input: OfInput;
  readonly isNamedSo: boolean;
}

/** Whether more may have stood there than could be read, which this ledger need not know. */
async function hear(results: string, hearing: Hearing, own?: Own): Promise<boolean> {
  const { ledger, environment, answered, unknown, object } = hearing;
  let isDamaged = false;
  const onCut = ({ message }: InputError): void => {
    isDamaged = true;
    object(new Refusal('results_cut', `${message}. ${CUT} (${ledger.path})`));
  };
  const onUnread = async (unread: Unread): Promise<void> => {
    // An empty file of any other name is what mktemp makes.
    if (
      !own ||
      (unread.isEmpty && !own.isNamedSo) ||
      (await knowsTheirRun(ledger, results, own.input, unread))
    )
      return;
    isDamaged = !unread.isEmpty;
    object(unreadable(results, own.input, unread, ledger));
  };
  // Behind results that were written to their end, zeros are nothing; whoever goes on with another ledger is to know of them.
  const onZeros = own && hearing.accepted ? onCut : undefined;
  for await (const said of testimonies(results, environment, { onCut, onZeros, onUnread })) {
    const known = await knownOf(ledger, said);
    for (const one of said) {
      const { line, createdId, ledgerId } = one;
      const place = `${results}:${line}`;
      // What was created is looked for by its id, so that its line's head need not be.
      const course = createdId === '' ? one : { ...one, head: '' };
      const older = ledgerId === ledger.id && (await judgeCourse(place, course, hearing));
      if (createdId === '') {
        if (one.answered && ledgerId === ledger.id) answered.add(one.answered, line);
        const elsewhere = ledgerId !== '' && ledgerId !== ledger.id;
        if (older || elsewhere) unknown.add(one, place);
        const why = `is in doubt in another ledger (${ledgerId}): this one doesn't know of it`;
        if (elsewhere) object(refusal(place, why, ledger));
        continue;
      }
      if (readings(createdId).some((id) => known.has(id))) continue;
      unknown.add(one, place);
      const why = `says that ${createdId} was created, and this ledger doesn't know it: it is a new, an older or another one`;
      object(refusal(place, why, ledger));
    }
  }
  return isDamaged;
}

/** As it stands there, and without the apostrophe that keeps a spreadsheet from running it. */
const readings = (id: string): string[] => (id.startsWith("'") ? [id, id.slice(1)] : [id]);

/** Results of any name in a folder: of an older copy of this ledger, or of another one that was there before. */
async function hearNeighbours(folder: string, hearing: Hearing): Promise<void> {
  const { ledger, environment, height, object, accepted } = hearing;
  // Of the rest it was said, or accepted, that it speaks against this ledger.
  const cutAlone = (objection: Refusal): void => {
    if (accepted && objection.code === 'results_cut') object(objection);
  };
  for await (const { file, environment: of, ledgerId, sequence, head } of neighbours(folder)) {
    const isOlder = ledgerId === ledger.id && (await judgeCourse(file, { sequence, head }, hearing));
    const isOther = of === environment && ledgerId !== ledger.id && sequence > 0;
    const name = head === '' ? ledgerId : head;
    if (isOther && !(await ledger.wasAccepted(name))) {
      const here = height === 0 ? 'this one is new' : "this one doesn't know what that has paid";
      object(refusal(file, `was made with another ledger (${ledgerId}), and ${here}`, ledger), name);
    }
    if (hearing.own.has(resolve(file))) continue;
    // Whoever goes on all the same, tonight or once before, wants to know of every payment, whatever its file was called.
    if ((hearing.accepted || isOlder || isOther) && of === environment)
      await hear(file, isOlder || isOther ? { ...hearing, object: cutAlone } : hearing);
  }
}

/** What rows have now, and what a person gave to one and took back since: those results were this ledger's, too. */
async function knownOf(ledger: Ledger, said: readonly Testimony[]): Promise<ReadonlySet<string>> {
  const ids = said.flatMap(({ createdId }) => (createdId === '' ? [] : readings(createdId)));
  const known = await ledger.knows(ids);
  const others = ids.filter((id) => !known.has(id));
  return others.length === 0 ? known : new Set([...known, ...(await ledger.named(others))]);
}

/**
 * This ledger wrote it, so it was as high as that once, with that head: unless it is an older copy, which may have gone
 * on another way since. Returns whether it is.
 */
async function judgeCourse(
  place: string,
  { sequence, head }: Pick<Testimony, 'sequence' | 'head'>,
  { ledger, height, object, courses }: Hearing,
): Promise<boolean> {
  const tip = `${sequence} ${head}`;
  const known = courses.get(tip);
  if (known !== undefined) return known;
  const isLower = sequence > height;
  const isOlder = isLower || (head !== '' && !(await ledger.hadTip({ sequence, head })));
  if (courses.size < COURSES) courses.set(tip, isOlder);
  if (!isOlder || (head !== '' && (await ledger.wasAccepted(head)))) return isOlder;
  const why = isLower
    ? `was written when this ledger had ${sequence} entries; now it has ${height}, so it is an older copy`
    : `was written with another copy of this ledger (they differ from entry ${sequence} on, or before): an old copy was put back and has been used since`;
  object(refusal(place, why, ledger), head);
  return true;
}

function refusal(place: string, why: string, { path }: Ledger): Refusal {
  return new Refusal('ledger_witness', `${place} ${why} (${path}). Rows could be sent twice`);
}

/** Those alone: for results that are about to be written anew, of rows whose outcome this ledger couldn't be told. */
export async function answeredIn(results: string, ledger: Ledger, environment: string): Promise<AnsweredIds> {
  const answered = new AnsweredIds();
  for await (const said of testimonies(results, environment)) {
    for (const one of said) {
      if (one.answered && one.ledgerId === ledger.id) answered.add(one.answered, one.line);
    }
  }
  return answered;
}

/** Keeps the results that tell of what the ledger doesn't know, under a name of their own, where later runs hear them. */
export async function keepWitness(results: string, runId: string): Promise<string> {
  const kept = `${results.replace(/\.csv$/i, '')}.kept-${runId}.csv`;
  await copyFile(results, kept, constants.COPYFILE_EXCL);
  return kept;
}

/** As {@link keepWitness}, of results that may not be there at all, and perhaps not for the first time; empty where there are none. */
export async function keepEarlier(results: string, runId: string): Promise<string> {
  for (let n = 1; ; n++) {
    try {
      return await keepWitness(results, n === 1 ? runId : `${runId}-${n}`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // copyFile's own
      if (code === 'ENOENT') return '';
      if (code !== 'EEXIST') throw error;
    }
  }
}
