// What the ledger knows of the rows of a file that is only checked: which of them a run would leave as they are, and which
// it would refuse. Reads, and decides nothing: the plan does.
import type { FileHandle } from 'node:fs/promises';

import { hashFile } from '../../files/bytes.ts';
import type { Profile } from '../../interface/profile.ts';
import type { Ledger, RowRecord } from '../../ledger/ledger.ts';
import type { Checked } from '../input/first-pass.ts';
import type { Invalid } from '../input/guards.ts';
import type { Pass } from '../input/input-file.ts';
import { KINDS } from '../input/kinds.ts';
import type { BatchRow } from '../input/row.ts';
import type { FileSettings } from '../input/settings.ts';
import { invalid, result, type RowResult, VALID } from '../results/result.ts';
import { parentOf } from '../results/retry-file.ts';
import { otherThanSent } from '../results/words.ts';
import type { Found } from './alike/alike.ts';
import type { Keyed } from './alike/comparing.ts';
import { nearRows } from './alike/near-rows.ts';
import { OwnRows } from './alike/own-rows.ts';
import { Resemblance } from './alike/resemblance.ts';
import type { ReadFile } from './alike/same-file.ts';
import { batchOf } from './batch-of.ts';
import { differences } from './differs.ts';
import { likeReferences, recognise, type RowKey, RowKeys } from './keys.ts';
import { type Plan, plan, planContext } from './plan.ts';

export interface KnownCounts {
  /** Rows that were paid or created before. */
  readonly done: number;
  /** Rows that are in doubt, or under way now. */
  readonly inDoubt: number;
  /** Rows that may be what is in doubt once more: a run holds them. */
  readonly held: number;
  /** Rows that are held as soon as others of the file are paid: all may be one payment that was in doubt. */
  readonly rivals: number;
  /** Rows that a run would send, at most. */
  readonly toSend: number;
}

interface Looking extends Pick<FileSettings, 'file' | 'batchId' | 'imports'> {
  readonly profile: Pick<Profile, 'idempotency'>;
  readonly clock: { now(): number };
}

/** `handle`: of the file, which is read for its hash. */
export async function knownRows(ledger: Ledger, handle: FileHandle, settings: Looking): Promise<KnownRows> {
  const hash = await hashFile(handle);
  const batchId = await batchOf(settings, { handle, hash, ledger });
  const read = { hash, batchId };
  return new KnownRows(ledger, read, settings.profile, settings.clock.now());
}

class KnownRows {
  readonly #ledger: Ledger;
  readonly #keys: RowKeys;
  readonly #hash: string;
  readonly #context;
  readonly #own = new OwnRows();
  #resemblance: Resemblance | undefined;
  #open: readonly Keyed[] = [];
  readonly #outcomes = new Map<BatchRow, RowResult>();
  readonly #mayBeHeld: Keyed[] = [];
  #done = 0;
  #inDoubt = 0;
  #held = 0;
  #rivals = 0;
  #invalid: Invalid = { invalid: 0, firstInvalid: undefined };
  #isRefused = false;
  readonly #left = new Set<number>();
  #toSend = 0;

  constructor(
    ledger: Ledger,
    { hash, batchId }: Omit<ReadFile, 'sheet'>,
    profile: Pick<Profile, 'idempotency'>,
    nowMs: number,
  ) {
    this.#ledger = ledger;
    this.#hash = hash;
    this.#keys = new RowKeys(batchId);
    this.#context = planContext(batchId, profile, nowMs);
  }

  /** Each row of the file, in order. Returns those that a run would send. */
  async look(rows: readonly BatchRow[]): Promise<BatchRow[]> {
    this.#outcomes.clear();
    const keyed = rows.map((row) => ({ row, key: this.#keys.keyOf(row) }));
    const good = keyed.filter(({ row }) => row.issues.length === 0);
    const like = await likeReferences(
      good.map(({ row }) => row),
      this.#ledger,
    );
    for (const { row, key } of good) this.#own.remember(key.key, row.line);
    const open: Keyed[] = [];
    const recognised = await recognise(good, (names) => this.#ledger.lookup(names));
    const differs = await differences(recognised, this.#ledger);
    for (const { row, key, known } of recognised) {
      if (known && !key.isContent(known.content)) this.#own.paidOtherwise(key.key);
      const told = { sameReference: like.get(row.reference), differs: differs.get(key.key) };
      const context = { ...this.#context, ...told };
      const planned = plan(row, key, known, context);
      if (planned.do === 'send' || planned.do === 'resend') open.push({ row, key, known });
      else this.#keep(row, key, planned, known && placeOf(known, key, told.differs));
    }
    this.#open = open;
    return open.map(({ row }) => row);
  }

  /** Compares rows with payments of other files, too, unless those that look alike are meant. */
  begin({ file, history }: FileSettings, { kind, sheet }: Pick<Pass, 'kind' | 'sheet'>): void {
    if (history?.alikeDays === undefined) return;
    const { batchId, nowMs } = this.#context;
    const rules = { nowMs, alikeDays: history.alikeDays };
    const by = {
      file,
      ledger: this.#ledger,
      hash: this.#hash,
      batchId,
      sheet,
      rules,
      own: this.#own,
      isLookOnly: true,
    };
    this.#resemblance = new Resemblance(by, kind);
  }

  /** The rows of the last look, once all is known of them. */
  async compare(): Promise<void> {
    const open = this.#open.filter(({ row }) => row.issues.length === 0);
    await this.#resemblance?.look(open);
    this.#toSend += open.length;
    for (const { row, key } of this.#open) if (row.issues.length > 0) this.#left.add(key.sequence);
    for (const one of open) if (this.#resemblance?.mayHold(one) === true) this.#mayBeHeld.push(one);
  }

  /** At the file's end: whether a run would refuse it. */
  async end(checked: Checked): Promise<Found | undefined> {
    await this.#resemblance?.end(await parentOf(checked, this.#ledger), checked.warnings);
    const { held, rivals } = await nearRows(this.#mayBeHeld, this.#resemblance);
    [this.#held, this.#rivals] = [held.size, rivals.size];
    for (const sequence of [...held, ...rivals]) this.#left.add(sequence);
    const found = this.#resemblance?.judge(checked);
    this.#isRefused = found !== undefined;
    return found;
  }

  /** How a row of the last look ends in the results. */
  outcomeOf(row: BatchRow): RowResult {
    const known = this.#outcomes.get(row);
    if (known) return known;
    return row.issues.length === 0 ? VALID : invalid(row);
  }

  /** Rows that aren't sent although they are neither paid nor in doubt: held, or refused for what the ledger knows. By their places in the file. */
  get left(): ReadonlySet<number> {
    return this.#left;
  }

  get batchId(): string {
    return this.#context.batchId;
  }

  /** Rows with nothing wrong by themselves that the ledger makes invalid. */
  get invalid(): Invalid {
    return this.#invalid;
  }

  /** Whether a run would refuse the whole file for what it looks like: known at its end. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  get counts(): KnownCounts {
    const [done, inDoubt, held, rivals] = [this.#done, this.#inDoubt, this.#held, this.#rivals];
    return { done, inDoubt, held, rivals, toSend: this.#toSend - held - rivals };
  }

  #keep(
    row: BatchRow,
    { sequence }: RowKey,
    planned: Exclude<Plan, { do: 'send' | 'resend' }>,
    place = 'another run',
  ): void {
    const { done } = KINDS[row.kind];
    if (planned.do === 'nothing' && planned.result.status === 'invalid') {
      const issue = { column: 0, field: 'reference', message: planned.result.errorMessage };
      row.issues.push(issue);
      this.#outcomes.set(row, planned.result);
      const { invalid: count, firstInvalid = { line: row.line, issue } } = this.#invalid;
      this.#invalid = { invalid: count + 1, firstInvalid };
      this.#left.add(sequence);
      return;
    }
    const isOpen = planned.do === 'nothing' && ['in_doubt', 'not_sent'].includes(planned.result.status);
    if (isOpen) this.#inDoubt++;
    else this.#done++;
    this.#outcomes.set(
      row,
      result('valid', {
        errorCode: isOpen ? 'in_doubt' : done,
        errorMessage: isOpen
          ? `${place} may have sent it: a run leaves it as it is until that is known`
          : `was ${done} in ${place}: a run leaves it as it is`,
      }),
    );
  }
}

/** Of a row in doubt with what was sent for it, where the row says something else now. */
function placeOf(known: RowRecord, key: RowKey, differs = ''): string {
  const { state, runId, line, amount, currency } = known;
  const isOther = state === 'in_doubt' && !key.isContent(known.content);
  return `${isOther ? otherThanSent({ amount, currency, differs }) : ''}run ${runId} (line ${line})`;
}
