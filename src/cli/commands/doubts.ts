// doubts: every row that may have been paid. Rows that a killed run left unfinished are recorded as in doubt first.
import { EXIT } from '../../errors.ts';
import { plainLines } from '../../files/plain.ts';
import { kindOfKey } from '../../ledger/keys.ts';
import {
  type Contradiction,
  type Doubt,
  type HostRecord,
  type Ledger,
  LedgerError,
} from '../../ledger/ledger.ts';
import { doubtFields, doubtsSheet, responseText } from '../../report/doubts-sheet.ts';
import { KIND_WORDS } from '../../words/kinds.ts';
import { idFlag } from '../../words/rows.ts';
import { sayOf } from '../../words/say.ts';
import type { DoubtsArgs } from '../definitions/inspect.ts';
import type { Io } from '../io.ts';
import { withLedger } from '../ledger-access.ts';
import { contradictionsText, lostHosts, notBackText, paymentsTable, sumsText } from '../render/doubt.ts';
import { inWords, printJson, printText } from '../render/print.ts';
import { widthOf } from '../render/table.ts';
import { Settings } from '../settings.ts';

export async function doubtsCommand(args: DoubtsArgs, io: Io): Promise<number> {
  const { environment, doubts, hosts, contradictions, failure } = await findDoubts(args, io);
  if (args.json) printJson(io, { environment, doubts: doubts.map(json), contradictions });
  else if (args.csv) io.out(doubtsSheet(doubts));
  else if (doubts.length > 0) {
    const rows = doubts.map((doubt) => ({
      ...doubt,
      first: { run: doubt.runId },
      last: { response: responseText(doubt) },
    }));
    io.out(`${paymentsTable(rows, new Date(io.now()), widthOf(io))}\n\n`);
    printText(io, notBackText(hosts) + adviceText(doubts, hosts));
  } else if (!failure && contradictions.length === 0) io.out(`No row is in doubt in ${environment}.\n`);
  io.err(contradictionsText(contradictions), 'error');
  if (failure) io.err(`paybatch: ${plainLines(failure.message)}. ${INCOMPLETE}\n`, 'error');
  const isDoubtful = contradictions.length > 0 || (args['exit-code'] && doubts.length > 0);
  return isDoubtful ? EXIT.inDoubt : EXIT.ok;
}

const INCOMPLETE =
  'This list shows what the ledger has. Rows of killed runs may be missing. Repair the disk (paybatch doctor) before you resolve any row';

interface Found {
  readonly environment: string;
  readonly doubts: readonly Doubt[];
  readonly hosts: readonly HostRecord[];
  readonly contradictions: readonly Contradiction[];
  /** Why rows of killed runs could not be recorded as in doubt. */
  readonly failure?: LedgerError;
}

/**
 * On a full disk the list is made of what the ledger has. Errors: LedgerError for a ledger that a run would refuse.
 */
async function findDoubts(args: DoubtsArgs, io: Io): Promise<Found> {
  const settings = new Settings(args, io);
  try {
    return await withLedger(settings, { look: false, isReader: true }, async (ledger, environment) => {
      await ledger.recover(new Date(io.now()));
      return readDoubts(ledger, environment);
    });
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'ledger') throw error;
    return { ...(await withLedger(settings, { look: true }, readDoubts)), failure: error };
  }
}

async function readDoubts(ledger: Ledger, environment: string): Promise<Found> {
  const [doubts, hosts] = [await ledger.doubts(), await ledger.hosts()];
  return { environment, doubts, hosts, contradictions: await ledger.contradictions() };
}

/** What to find out, and the commands that record it, each on a separate line to be copied. */
function adviceText(doubts: readonly Doubt[], hosts: readonly HostRecord[]): string {
  const runs = [...new Set(doubts.map(({ runId }) => runId))];
  const run = runs.length === 1 ? runs.join('') : 'RUN';
  const line = doubts.length === 1 ? doubts.map((one) => one.line).join('') : 'N';
  const sums = sumsText(doubts);
  const kinds = doubts.map(({ key }) => kindOfKey(key));
  const flags = [...new Set(kinds.map(idFlag))].join('|');
  const done = [...new Set(kinds.map((kind) => KIND_WORDS[kind].done))].join(' or ');
  const gone = lostHosts(hosts).length > 0 ? ' [--host-gone]' : '';
  return [
    `In doubt: ${inWords(doubts.length, 'row')}${sums === '' ? '' : `, ${sums}`}.`,
    `Ask the service whether each row was ${done}. If you do not find a row there, it may still exist:
record not-created only after the service confirms that it was not ${done}.
Run one of these commands, and then the same file again:`,
    `  paybatch resolve ${run} --line ${line} --as created ${flags} ID --reason "..."`,
    `  paybatch resolve ${run} --line ${line} --as not-created${gone} --reason "..."`,
    ...(kinds.includes('payouts')
      ? ['For many payouts, use a statement:', `  paybatch reconcile ${run} --statement FILE`]
      : []),
    'For many rows, write a sheet, fill it in, and record it:',
    '  paybatch doubts --csv > doubts.csv',
    '  paybatch resolve --from doubts.csv\n',
  ].join('\n');
}

function json(doubt: Doubt): object {
  const { lastAttemptAt, earliestNotCreated, httpStatus, answer, message, answeredId, putBack } = doubt;
  const said = { message: sayOf(message), answeredId, putBack };
  const rest = { lastAttemptAt, earliestNotCreated, httpStatus, answer, ...said };
  return { ...doubtFields(doubt), ...rest };
}
