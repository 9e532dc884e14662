// The settings of a file, from the flags of run, check, quote and plan.
import { dirname, resolve } from 'node:path';

import type { Guards, InvalidLimit } from '../../../batch/input/guards.ts';
import type { FileSettings, HistorySettings } from '../../../batch/input/settings.ts';
import { resultsName, retryName } from '../../../batch/results/results-path.ts';
import { importsOf } from '../../csv-flags.ts';
import type { QuoteArgs, RunArgs } from '../../definitions/pay.ts';
import { readAmounts } from '../../flag.ts';
import type { GUARDS, INPUT } from '../../flags.ts';
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

/** A flag replaces the config's guard of its kind. Errors: {@link UsageError}. */
function guardsOf(args: FileArgs, { values }: Settings): Guards {
  const own = values.guards ?? {};
  const [expectTotal, maxAmount, maxTotal] = [args['expect-total'], args['max-amount'], args['max-total']];
  const amountsOf = (flag: Amounts, name: 'maxAmount' | 'maxTotal'): Amounts =>
    flag.size > 0 ? flag : readAmounts(Object.entries(own[name] ?? {}), `guards.${name}`);
  return {
    expectCount: args['expect-count'],
    minCount: args['min-count'] ?? own.minCount,
    maxInvalid: invalidLimitOf(args['max-invalid'] ?? own.maxInvalid),
    expectTotal,
    maxAmount: amountsOf(maxAmount, 'maxAmount'),
    maxTotal: amountsOf(maxTotal, 'maxTotal'),
    areConfigured: [expectTotal, maxAmount, maxTotal].every((flag) => flag.size === 0),
  };
}

/** `12` rows, or `5%` of them. */
function invalidLimitOf(text: string | undefined): InvalidLimit | undefined {
  if (text === undefined) return undefined;
  const [, number = '', percent] = /^(\d{1,15}|\d{1,3}(?:\.\d{1,6})?(?=%))(%?)$/.exec(text) ?? [];
  if (number === '' || (percent === '%' && Number(number) > 100))
    throw new UsageError(`--max-invalid ${text}: expected a number of rows, or a percentage such as 5%`);
  return percent === '%' ? { percent: number } : { rows: Number(number) };
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
