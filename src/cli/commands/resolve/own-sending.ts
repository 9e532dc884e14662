// Which sending a person means who names a run: its own, where the row stands for another one by now, with other content. A word
// about the one must not be taken for a word about the other: its amount would be recorded with an id that belongs elsewhere.
import { canonicalDecimal } from '../../../interface/decimal.ts';
import type { LedgerEntry, RowRecord } from '../../../ledger/ledger.ts';
import { calledFree, type Sending, sendingsIn } from '../../../ledger/sendings.ts';
import { standingAgain } from '../../../ledger/standing-again.ts';
import { amountText } from '../../../report/amounts.ts';
import { fieldsOfBody } from '../../../report/body.ts';
import { UsageError } from '../../io.ts';
import type { Word } from './wanted.ts';

/** What the word is about: the row as that sending had it. */
export interface OwnSending {
  /** The intent's number. */
  readonly sending: number;
  readonly row: RowRecord;
  readonly body: string | null;
  readonly triedAt: Date;
}

interface Meant {
  readonly runId: string;
  readonly place: string;
  readonly word: Word;
  readonly row: RowRecord;
}

/** `undefined` where the word is about what the row stands for. Errors: {@link UsageError} where nothing can be said of the one that is meant. */
export function ownSending(entries: readonly LedgerEntry[], meant: Meant): OwnSending | undefined {
  const { all, current } = sendingsIn(entries);
  const own = all.findLast(({ intent }) => intent.runId === meant.runId);
  if (!own || !current || own === current || isRefused(own) || saysSame(own, current)) return undefined;
  const isFree =
    meant.word.as === 'created' && meant.row.state !== 'in_doubt' && calledFree(all).includes(own);
  if (!isFree) throw anotherStands(meant, own, current);
  const identity = standingAgain(meant.row, own, current).takes?.identity;
  const { number, body, at } = own.intent;
  return { sending: number, row: { ...meant.row, ...identity }, body, triedAt: at };
}

/** Certainly not paid: whoever names its run can but mean the other one. */
const isRefused = ({ outcome, word }: Sending): boolean =>
  word === undefined && (outcome?.type === 'rejected' || outcome?.type === 'failed');

/** What tells payments apart; the rest of a body may differ from one sending to the next. */
const TOLD_BY = ['customerId', 'destination.externalAccountId', 'destination.currency', 'receiverAmount'];

function saysSame({ intent: one }: Sending, { intent: other }: Sending): boolean {
  if (one.bodyHash !== null && one.bodyHash === other.bodyHash) return true;
  const [here, there] = [fieldsOfBody(one.body ?? ''), fieldsOfBody(other.body ?? '')];
  return TOLD_BY.every((name) => {
    const [a, b] = [here.get(name) ?? '', there.get(name) ?? ''];
    return name === 'receiverAmount' ? sameAmount(a, b) : a.toLowerCase() === b.toLowerCase();
  });
}

const sameAmount = (a: string, b: string): boolean =>
  a === b || (a !== '' && b !== '' && canonicalDecimal(a) === canonicalDecimal(b));

function anotherStands({ runId, place, row }: Meant, own: Sending, current: Sending): UsageError {
  const { runId: other, line } = current.intent;
  const is = {
    ...{ in_doubt: 'is in doubt', sending: 'is under way', planned: 'was called not created' },
    ...{ created: `stands as created (${row.createdId ?? ''})`, rejected: 'was refused', failed: 'failed' },
  }[row.state];
  const both =
    row.state === 'in_doubt'
      ? ` If it was that of run ${runId} that was paid, settle the other one first, by what became of it; then, before anybody runs a file with the row, say this again with --correct.`
      : '';
  return new UsageError(
    `${place}: that sending${sumOf(own)} was called not created, and the row stands for another one now: by run ${other} (line ${line}${sumOf(current, ', ')}), which ${is}. A word about the one is none about the other: name run ${other} and its line ${line} if you mean that.${both} Nothing was changed`,
    'other_sending',
  );
}

function sumOf({ intent }: Sending, before = ' of '): string {
  const said = fieldsOfBody(intent.body ?? '');
  const amount = said.get('receiverAmount') ?? '';
  return amount === '' ? '' : before + amountText(amount, said.get('destination.currency') ?? '');
}
