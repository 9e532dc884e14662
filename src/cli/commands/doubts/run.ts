// doubts: looks into the ledger, after what dead runs left unfinished has become in doubt.
import type { Doubt } from '../../../ledger/ledger.ts';
import { doubtsSheet } from '../../doubts-sheet.ts';
import type { Io } from '../../io.ts';
import { withLedger } from '../../ledger-access.ts';
import { doubtsTable, payeeOf } from '../../render/doubt.ts';
import { Settings } from '../../settings.ts';
import type { DoubtsArgs } from './index.ts';

export async function doubtsCommand(args: DoubtsArgs, io: Io): Promise<number> {
  const doubts = await withLedger(new Settings(args, io), { ...args, look: false }, async (ledger) => {
    await ledger.recover(new Date(io.now()));
    return ledger.doubts();
  });
  if (args.json) io.out(`${JSON.stringify({ doubts: doubts.map(json) })}\n`);
  else if (args.csv) io.out(doubtsSheet(doubts));
  else if (doubts.length === 0) io.out('No row is in doubt.\n');
  else {
    io.out(
      `${doubtsTable(doubts, io.now())}\n\n` +
        'Find out from the service what became of each, then paybatch resolve RUN --line N --as created|not-created.\n' +
        'Many at once: fill in paybatch doubts --csv and give it to resolve --from FILE; or paybatch reconcile RUN --statement FILE.\n',
    );
  }
  return 0;
}

function json(doubt: Doubt): Readonly<Record<string, unknown>> {
  const { customer, account } = payeeOf(doubt.body);
  return {
    run: doubt.runId,
    line: doubt.line,
    reference: doubt.reference,
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
  };
}
