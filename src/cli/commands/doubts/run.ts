// doubts: looks into the ledger, after what dead runs left unfinished has become in doubt.
import { idFlag } from '../../../batch/results/words.ts';
import { EXIT } from '../../../errors.ts';
import { plain, plainLines } from '../../../files/plain.ts';
import { inFull } from '../../../interface/currencies.ts';
import { DecimalSum } from '../../../interface/decimal.ts';
import {
  type Contradiction,
  type Doubt,
  type HostRecord,
  type Ledger,
  LedgerError,
  type RunKind,
} from '../../../ledger/ledger.ts';
import type { DoubtsArgs } from '../../definitions/inspect.ts';
import { doubtsSheet } from '../../doubts-sheet.ts';
import { ACCEPT_ELSEWHERE, isObjection } from '../../failure.ts';
import type { Io } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { contradictionsText, createdText, doubtCommands } from '../../render/advice.ts';
import { doubtsTable, hostGoneFor, inFileOrder, notBackText, payeeOf } from '../../render/doubt.ts';
import { inWords } from '../../render/prose.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';

export async function doubtsCommand(args: DoubtsArgs, io: Io): Promise<number> {
  const { doubts, hosts, contradictions, objection, isUnwritten } = await found(args, io);
  if (args.json) io.out(`${JSON.stringify({ doubts: doubts.map(json), contradictions })}\n`);
  else if (args.csv) io.out(doubtsSheet(doubts));
  else if (doubts.length === 0) {
    // With alarms, "no row is in doubt" would mislead.
    const none = contradictions.length > 0 ? '' : 'No row is in doubt.\n';
    io.out(objection === undefined ? none : io.asTyped(NONE_KNOWN));
  } else {
    io.out(
      `${doubtsTable(doubts, io.now(), widthOf(io))}\n\n` +
        prose(io.asTyped(notBackText(hosts) + whatToDo(doubts, hosts)), widthOf(io)),
    );
  }
  io.err(contradictionsText(contradictions), 'error');
  if (objection !== undefined) {
    io.err(`paybatch: ${plainLines(objection)}\n`, 'error');
    if (!isUnwritten) return EXIT.unusable;
  }
  const isDoubtful = contradictions.length > 0 || (args['exit-code'] && doubts.length > 0);
  return isDoubtful ? EXIT.inDoubt : EXIT.ok;
}

/** What a run could not write down any more is no less in doubt. */
const NONE_KNOWN =
  'No row is written down as in doubt, which is no proof that none is: paybatch status counts what runs have left.\n';
/** A disk that is full at night is no reason to show nothing; what killed runs left can't be written down now. */
const UNWRITTEN =
  'This list shows what the ledger has. Rows of killed runs may be missing. Mend the disk (paybatch doctor), then ask again before you resolve any row';
const WRONG_LEDGER = `This list shows what the ledger has. Rows of killed runs may be missing. Put the right ledger back before you resolve any row. ${ACCEPT_ELSEWHERE}`;

interface Found {
  readonly doubts: readonly Doubt[];
  readonly hosts: readonly HostRecord[];
  readonly contradictions: readonly Contradiction[];
  /** What speaks against the ledger, and what to do: then it is shown as it is, and nothing is written. */
  readonly objection?: string;
  /** The disk took nothing: what is there is shown all the same. */
  readonly isUnwritten?: boolean;
}

/** Reading accepts no ledger: that would lift the guard for later runs. --json and --csv print all rows or none. */
async function found(args: DoubtsArgs, io: Io): Promise<Found> {
  const settings = new Settings(args, io);
  try {
    return await withLedger(settings, { look: false, isReader: true }, async (ledger) => {
      await ledger.recover(new Date(io.now()));
      return look(ledger);
    });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const isUnwritten = error.code === 'ledger';
    if (!isUnwritten && (!isObjection(error) || args.json || args.csv)) throw error;
    const seen = await withLedger(settings, { look: true }, look).catch(() => undefined);
    if (!seen) throw error;
    const objection = `${error.message}. ${isUnwritten ? UNWRITTEN : WRONG_LEDGER}`;
    return { ...seen, objection, isUnwritten };
  }
}

function whatToDo(doubts: readonly Doubt[], hosts: readonly HostRecord[]): string {
  const created = doubts.filter(({ answeredId }) => answeredId !== '');
  const unknown = doubts.filter(({ answeredId }) => answeredId === '');
  const known = created.map((doubt) => ({ ...doubt, kind: kindOf(doubt), createdId: doubt.answeredId }));
  const record = `The service created ${inWords(created.length, 'row')}. ${createdText(known)}\n`;
  return `${totalText(doubts)}${created.length === 0 ? '' : record}${unknown.length === 0 ? '' : findOutText(unknown, hosts)}`;
}

function findOutText(doubts: readonly Doubt[], hosts: readonly HostRecord[]): string {
  const runs = new Set(doubts.map(({ runId }) => runId));
  const [run = ''] = runs;
  const [one, ...others] = doubts;
  const commands = doubtCommands(idFlags(doubts), runs.size === 1 ? run : 'RUN', {
    line: others.length === 0 ? one?.line : undefined,
    hostGone: hostGoneFor(doubts.length, hosts),
  });
  return `Find out from the service what became of ${others.length === 0 ? 'it' : 'each'}, then one of\n${commands}\n`;
}

/** Of several: how much may be paid that nobody counts. */
function totalText(doubts: readonly Doubt[]): string {
  if (doubts.length < 2) return '';
  const sums = new Map<string, DecimalSum>();
  for (const { currency, amount } of doubts) {
    // Of a customer there is none.
    if (amount === '') continue;
    const sum = sums.get(currency) ?? new DecimalSum();
    sum.add(amount);
    sums.set(currency, sum);
  }
  const amounts = [...sums].map(
    ([currency, sum]) => `, ${inFull(sum.toString(), currency)} ${plain(currency)}`,
  );
  return `In doubt: ${doubts.length} rows${amounts.join('')}.\n`;
}

/** Customers alone have no currency. */
const kindOf = ({ currency }: Doubt): RunKind => (currency === '' ? 'customers' : 'payouts');

/** What an id is called, of whatever is in doubt here. */
const idFlags = (doubts: readonly Doubt[]): string =>
  [...new Set(doubts.map((doubt) => idFlag(kindOf(doubt))))].join('|');

async function look(ledger: Ledger): Promise<Found> {
  const doubts = inFileOrder(await ledger.doubts());
  return { doubts, hosts: await ledger.hosts(), contradictions: await ledger.contradictions() };
}

function json(doubt: Doubt): Readonly<Record<string, unknown>> {
  const { customer, account } = payeeOf(doubt.body);
  return {
    run: doubt.runId,
    line: doubt.line,
    reference: doubt.reference,
    payee: doubt.payee,
    customerId: customer,
    externalAccountId: account,
    amount: doubt.amount,
    currency: doubt.currency,
    file: doubt.file,
    lastAttemptAt: doubt.lastAttemptAt,
    earliestNotCreated: doubt.earliestNotCreated,
    httpStatus: doubt.httpStatus,
    answer: doubt.answer,
    message: doubt.message,
    answeredId: doubt.answeredId,
    putBack: doubt.putBack,
  };
}
