// Whether a file looks like what was paid before under other keys: gathered over its first pass, judged at its end. A run
// that is about to send asks it, and a check that looks into the ledger; neither may find what the other doesn't.
import type { RowRecord, RunKind } from '../../../ledger/ledger.ts';
import { LooksPaid } from '../../input/due.ts';
import type { Checked } from '../../input/first-pass.ts';
import type { PayoutRow } from '../../input/row.ts';
import type { Warnings } from '../../input/warnings.ts';
import { type Candidate, firstOfEach, type Found, found, LookAlikes, nearSince, otherText } from './alike.ts';
import { AlikeSince } from './alike-since.ts';
import { candidateOf, type Comparing, type Keyed } from './comparing.ts';
import { Elsewhere } from './elsewhere.ts';
import { Families } from './families.ts';
import { LikeDoubts } from './like-doubts.ts';
import { butText, type Near, nearlyAlike } from './nearly-alike.ts';
import { ReadOtherwise } from './read-otherwise.ts';
import { paidRespelt, respeltText } from './respelt-references.ts';
import { RetryTies } from './retry-ties.ts';
import { SameFile } from './same-file.ts';
import { isShortened, memoSent, shortenedFingerprints, wholeFingerprints } from './shortened-memo.ts';

/** Rows whose memos a spreadsheet has shortened, as far as they are compared. */
const SHORTENED = 10_000;
/** Rows that are compared by more than their fingerprints. */
const NEAR = 10_000;

export class Resemblance {
  readonly #with: Comparing;
  readonly #kind: RunKind;
  readonly #alike: LookAlikes;
  readonly #elsewhere: Elsewhere;
  readonly #families: Families;
  readonly #sameFile: SameFile;
  /** The very rows under other keys. */
  readonly otherwise: ReadOtherwise;
  readonly #doubts: LikeDoubts;
  readonly #ties: RetryTies;
  /** What the warnings say of rows that are sent all the same. */
  readonly looksPaid = new LooksPaid();
  /** Of rows that aren't held, in the file's order: those that are as soon as the others are paid. */
  readonly rivals: LikeDoubts['rivals'] = (rows, first) => this.#doubts.rivals(rows, first);
  readonly #respelt: { readonly of: Keyed; readonly other: RowRecord }[] = [];
  readonly #shortened: Keyed[] = [];
  #compared: Keyed[] = [];
  /** Of what was found to be nearly alike, the pairs, and how high the ledger was before. */
  readonly #seen = new Set<string>();
  #height = 0;
  #isRetry = false;

  constructor(comparing: Comparing, kind: RunKind) {
    const { file, ledger, rules, since, hash, batchId, sheet } = comparing;
    this.#with = comparing;
    this.#kind = kind;
    this.#alike = since === undefined ? new LookAlikes(rules) : new AlikeSince(rules, since);
    this.#elsewhere = new Elsewhere(rules.nowMs);
    this.#families = new Families(ledger, kind);
    this.#sameFile = new SameFile(ledger, { hash, batchId, sheet });
    this.otherwise = new ReadOtherwise(comparing, kind);
    const isOther = async (row: Candidate, other: RowRecord): Promise<boolean> => {
      await this.#sameFile.learn([other, row.before]);
      return !this.#sameFile.made(row, other) && !(await this.#isMeant(row, other));
    };
    this.#doubts = new LikeDoubts(comparing, isOther);
    this.#ties = new RetryTies(file, ledger, this.#families);
  }

  /** Rows of one piece of the file that are to be sent. Errors: Refusal for columns of a retry file that were sorted apart. */
  async look(toSend: readonly Keyed[]): Promise<void> {
    if (toSend.length === 0) return;
    const { ledger, batchId } = this.#with;
    await this.#ties.look(toSend);
    await this.#doubts.look(toSend);
    this.otherwise.look(toSend);
    const candidates = toSend.map((one) => candidateOf(one, batchId));
    const fingerprints = candidates.map(({ fingerprint }) => fingerprint);
    await this.#add(candidates);
    this.#elsewhere.add(candidates, await ledger.alikeElsewhere(fingerprints));
    await this.#lookFor(toSend, (row) => shortenedFingerprints(row));
    const shortened = toSend.filter(({ row }) => row.kind === 'payouts' && isShortened(row.body.memo));
    this.#shortened.push(...shortened.slice(0, SHORTENED - this.#shortened.length));
    const compared = toSend.slice(0, NEAR - this.#compared.length);
    this.#compared.push(...compared);
    await this.#lookForRespelt(compared);
  }

  /** Of references that differ in their signs alone, whatever was paid and whenever that was. */
  async #lookForRespelt(rows: readonly Keyed[]): Promise<void> {
    const referenced = rows.map((of) => ({ of, reference: of.row.reference }));
    for (const [{ of }, others] of await paidRespelt(this.#kind, referenced, this.#with.ledger)) {
      await this.#sameFile.learn([of.known, ...others]);
      const candidate = candidateOf(of, this.#with.batchId);
      const other = others.find((one) => !this.#sameFile.made(candidate, one));
      if (other) this.#respelt.push({ of, other });
    }
  }

  /** What has their fingerprints. */
  async #add(candidates: readonly Candidate[]): Promise<void> {
    const found = await this.#with.ledger.alike(candidates.map(({ fingerprint }) => fingerprint));
    if (found.length === 0) return;
    await this.#sameFile.learn([...found, ...candidates.map(({ before }) => before)]);
    const standing = found.map((one) => this.#sameFile.asItStands(one));
    this.#alike.add(candidates, standing, (row, other) => this.#sameFile.made(row, other));
  }

  /** Once for a file, as above: what is alike although no fingerprint says so. */
  async #lookNear(warnings: Warnings): Promise<void> {
    const { batchId } = this.#with;
    this.#height = await this.#with.ledger.sequence();
    for (const { of, other, but } of await this.#near()) {
      this.#seen.add(pairName(of, other));
      if (but === undefined) {
        this.#alike.pair(candidateOf(of, batchId), other);
        continue;
      }
      this.looksPaid.see(of.row);
      const field = but === 'memo' ? but : 'businessLegalName';
      warnings.trouble(of.row.line, field, '', () => butText(but, hasMemo(of), other), other);
    }
  }

  async #near(): Promise<Near<Keyed>[]> {
    const { ledger, rules, batchId, since } = this.#with;
    const sought = this.#compared.map((of) => {
      const { body, amount, reference } = of.row;
      return { of, body, amount, reference };
    });
    // A plan's rows are compared as they were when it was made, too.
    const nowMs = Math.min(rules.nowMs, since ?? rules.nowMs);
    const found = await nearlyAlike(ledger, this.#kind, sought, nearSince({ ...rules, nowMs }));
    await this.#sameFile.learn(found.flatMap(({ of, other }) => [of.known, other]));
    return found
      .filter(
        ({ of, other }) =>
          other.fingerprint !== of.key.fingerprint && !this.#sameFile.made(candidateOf(of, batchId), other),
      )
      .map((near) => ({ ...near, other: this.#sameFile.asItStands(near.other) }));
  }

  /**
   * Just before the first row leaves, the same for what others have sent or queued since: a question may stand for an hour.
   * Of what has the same fingerprint the intent's transaction knows.
   */
  async again(checked: Checked): Promise<Found | undefined> {
    const { ledger, batchId, isMeant, since } = this.#with;
    const isCertain = isMeant === true && since === undefined;
    const isSame = ledger.queue === undefined && (await ledger.sequence()) === this.#height;
    const near = isCertain || isSame ? [] : await this.#near();
    if (!isSame) await this.#doubts.again();
    // Ten thousand rows would stay in memory for as long as the run lasts.
    this.#compared = [];
    const alike = new LookAlikes(this.#with.rules);
    for (const { of, other, but } of near) {
      if (but === undefined && !this.#seen.has(pairName(of, other)))
        alike.pair(candidateOf(of, batchId), other);
    }
    this.#seen.clear();
    await alike.leaveFamilies((row, other) => this.#isMeant(row, other));
    return alike.judge(Infinity).refused ?? (isCertain ? undefined : this.otherwise.again(checked));
  }

  /** What else a payout may look like, because its memo was a long number or is one that was shortened. */
  async #lookFor(rows: readonly Keyed[], printsOf: (row: PayoutRow) => readonly string[]): Promise<void> {
    const { batchId } = this.#with;
    const candidates = rows.flatMap((one): Candidate[] => {
      const prints = one.row.kind === 'payouts' ? printsOf(one.row) : [];
      return prints.map((fingerprint) => ({ ...candidateOf(one, batchId), fingerprint }));
    });
    if (candidates.length > 0) await this.#add(candidates);
  }

  /** Once for a file: all that was ever paid has to be walked. */
  async #lookForShortened(): Promise<void> {
    const amounts = [...new Set(this.#shortened.map(({ row }) => row.amount))];
    if (amounts.length === 0) return;
    const sent = await this.#with.ledger.sentSince(new Date(0), amounts);
    const memos = new Set(sent.map(({ body }) => memoSent(body)));
    await this.#lookFor(this.#shortened, (row) => wholeFingerprints(row, memos));
  }

  /** At the file's end. Errors: Refusal, as `look`. `parent`: the batch that the file is a retry of. */
  async end(parent: string | null, warnings: Warnings): Promise<void> {
    const { batchId, own, isMeant } = this.#with;
    this.#isRetry = parent !== null;
    await this.#lookForShortened();
    await this.otherwise.tell(this.#alike);
    await this.#lookNear(warnings);
    await this.#families.begin(batchId, parent);
    await this.#doubts.end(warnings, (row, other) => this.#alike.pair(row, other));
    await this.#alike.leaveFamilies((row, other) => this.#isMeant(row, other));
    if (isMeant === true) return;
    for (const { of, other } of this.#respelt.splice(0)) {
      this.looksPaid.see(of.row);
      const { line, reference } = of.row;
      warnings.trouble(line, 'reference', reference, () => respeltText(other, this.#kind), other);
    }
    this.#ties.judge(own);
    this.#elsewhere.warn(this.#kind, warnings);
  }

  /**
   * Only a retry file may hold the like of what its batch has paid, and the file the like of what its retry file has paid for
   * it; a batch id alone makes no family.
   */
  async #isMeant(row: Candidate, other: RowRecord): Promise<boolean> {
    const { own, batchId } = this.#with;
    if (!this.#isRetry && (other.batchId === batchId || !own.has(other.key))) return false;
    return this.#families.meant(row, other);
  }

  /** Whether a row that was looked at may be held; `held` tells at the file's end. */
  mayHold({ row }: Pick<Keyed, 'row'>): boolean {
    return this.#doubts.mayHold(row);
  }

  /** Rows that are not to be sent, by their places in the file, each with what it may be the same payment as: in doubt, or once. */
  held(rows: readonly Keyed[]): Promise<ReadonlyMap<number, readonly RowRecord[]>> {
    return this.#doubts.held(rows);
  }

  /** Every row that looks like one paid before, whatever is made of it. */
  all(): Found | undefined {
    return this.#alike.judge(0).refused;
  }

  /** Those of them that a plan waives: what looked alike when it was made. */
  waived(): Found | undefined {
    return this.#alike instanceof AlikeSince ? this.#alike.before() : undefined;
  }

  /** Whether the file looks like what was paid before: then it is to be refused. A payment that recurs is a warning. */
  judge({ facts, warnings }: Checked): Found | undefined {
    const { own, seenUntil = Infinity } = this.#with;
    const { refused, recurring } = this.#alike.judge(facts.rows, own);
    const unseen = recurring.filter(
      ({ other }) => other.updatedAt.getTime() >= seenUntil && !own.has(other.key),
    );
    if (unseen.length > 0) return found(unseen);
    for (const { row, other } of firstOfEach(recurring).toReversed()) {
      this.looksPaid.add(row.line, other.amount, other.currency);
      const say = (): string => `looks like ${otherText(other, this.#kind)}`;
      warnings.trouble(row.line, 'reference', row.reference, say, other);
    }
    return this.otherwise.withRest(refused, facts);
  }
}

const pairName = ({ key }: Keyed, other: RowRecord): string => `${key.sequence} ${other.key}`;

const hasMemo = ({ row }: Keyed): boolean => row.kind === 'payouts' && (row.body.memo ?? '') !== '';
