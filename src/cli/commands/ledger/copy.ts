// ledger copy: the ledger carried over to another place, which is in use from then on; the one before is sealed.
import { plainPath } from '../../../files/plain.ts';
import type { Copied, CopyJob } from '../../../ledger/copy/copy.ts';
import type { LedgerCopyArgs } from '../../definitions/ledger.ts';
import type { Io } from '../../io.ts';
import { postgresOpening } from '../../ledger-access.ts';
import { inWords, printResult } from '../../render/print.ts';
import { Settings } from '../../settings.ts';
import { crashPoint } from '../../this-process.ts';

export async function copyCommand(args: LedgerCopyArgs, io: Io): Promise<number> {
  const { from, to } = args;
  const { copyBetween } = await import('../../../ledger/copy/copy.ts');
  const copied = await copyBetween(job(new Settings(args, io), from, to, io));
  return printResult(io, args.json, json(copied), `${copiedText(copied)}\n`);
}

function job(settings: Settings, from: string, to: string, io: Io): CopyJob {
  const source = settings.placeOf('--from', from);
  const reached = crashPoint(io.env);
  return {
    from:
      source.kind === 'file'
        ? source
        : { kind: 'postgres', opening: postgresOpening(source.address, settings) },
    to: settings.placeOf('--to', to),
    stateFolder: settings.stateFolder,
    now: () => new Date(io.now()),
    at: (point) => {
      reached(`copy-${point}`);
    },
  };
}

function json({ from, to, ledgerId, tip, summary, resumed }: Copied) {
  const { counts, doubts } = summary;
  const known = { from, to, ledgerId, ledgerSequence: tip.sequence, ledgerHead: tip.head };
  return { ...known, counts, doubts, resumed, exitCode: 0 };
}

function copiedText({ from, to, ledgerId, summary }: Copied): string {
  const { counts, doubts } = summary;
  const { entries = 0, rows = 0, runs = 0 } = counts;
  return (
    `Moved the ledger ${plainPath(from)} to ${plainPath(to)} (id ${ledgerId}): ${entries} entries, ${inWords(rows, 'row')} (${doubts} in doubt), ${inWords(runs, 'run')}. Counts, totals and hash chain agree.
` +
    `The one at ${plainPath(from)} is sealed: commands that still use it are refused, and the message names the new place. Set PAYBATCH_LEDGER, or "ledger" in the config file, to ${plainPath(to)}.`
  );
}
