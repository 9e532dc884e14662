// The settings of a file, from the flags of run, check, quote and plan.
import { dirname, resolve } from 'node:path';

import type { Guards } from '../../../batch/input/guards.ts';
import type { FileSettings, HistorySettings } from '../../../batch/input/settings.ts';
import { resultsName, retryName } from '../../../batch/results/results-path.ts';
import { importsOf } from '../../csv-flags.ts';
import type { QuoteArgs, RunArgs } from '../../definitions/pay.ts';
import { type GUARDS, type INPUT, readInvalidLimit } from '../../flags.ts';
import { type Io, sayingAsTyped, UsageError } from '../../io.ts';
import type { Settings } from '../../settings.ts';

type FileArgs = Pick<QuoteArgs, 'file' | 'results' | 'sandbox' | keyof typeof INPUT | keyof typeof GUARDS>;

type Amounts = ReadonlyMap<string, string>;

export async function fileSettings(
  args: FileArgs,
  mode: 'run' | 'check' | 'quote' | 'funds',
  settings: Settings,
  io: Io,
): Promise<FileSettings & { retry: string }> {
  const { file } = args;
  const ending = mode !== 'run' ? mode : args.sandbox ? 'sandbox' : 'results';
  const shownResults = args.results ?? resultsName(file, ending);
  // Messages name files as the user did.
  const retry = retryName(file, shownResults, ending);
  if (resolve(io.cwd, retry) === resolve(io.cwd, shownResults)) {
    throw new UsageError(`--results ${shownResults} is where the retry file goes: choose another name`);
  }
  return {
    file,
    results: shownResults,
    retry,
    kind: args.kind,
    delimiter: args.delimiter,
    imports: await importsOf(args, io),
    profile: settings.profile,
    useDeveloperFunds: args['use-developer-funds'],
    documentsDir: resolve(io.cwd, args['documents-dir'] ?? dirname(file)),
    batchId: args['batch-id'],
    say: sayingAsTyped(io),
    guards: guardsOf(args, settings),
  };
}

/** A flag replaces the config's guard of its kind, which its schema has read. */
function guardsOf(args: FileArgs, { values }: Settings): Guards {
  const own = values.guards ?? {};
  const [expectTotal, maxAmount, maxTotal] = [args['expect-total'], args['max-amount'], args['max-total']];
  const amountsOf = (flag: Amounts, ofConfig: Readonly<Record<string, string>> = {}): Amounts =>
    flag.size > 0 ? flag : new Map(Object.entries(ofConfig));
  const ownLimit = own.maxInvalid === undefined ? undefined : readInvalidLimit(own.maxInvalid, '');
  return {
    expectCount: args['expect-count'],
    minCount: args['min-count'] ?? own.minCount,
    maxInvalid: args['max-invalid'] ?? ownLimit,
    expectTotal,
    maxAmount: amountsOf(maxAmount, own.maxAmount),
    maxTotal: amountsOf(maxTotal, own.maxTotal),
    areConfigured: [expectTotal, maxAmount, maxTotal].every((flag) => flag.size === 0),
  };
}

/** With --alike-ok rows are not compared with payments under other references. */
export const historyOf = (
  settings: Settings,
  { accept, 'alike-ok': alikeOk }: Pick<RunArgs, 'accept' | 'alike-ok'>,
): HistorySettings => ({
  ...settings.history(accept),
  alikeDays: alikeOk ? undefined : settings.values.alikeDays,
  look: async () => (await import('../../ledger-access.ts')).openLedger(settings, { use: 'look' }),
});
