// limits: what all hosts of this environment may do together: set, or shown.
import type { Limits } from '../../ledger/ledger.ts';
import type { LimitsArgs } from '../definitions/ledger.ts';
import { type Io, UsageError } from '../io.ts';
import { withLedger } from '../ledger-access.ts';
import { printJson } from '../render/print.ts';
import { Settings } from '../settings.ts';

/** A higher limit limits nobody. */
const MOST = 1_000_000;

export async function limitsCommand(args: LimitsArgs, io: Io): Promise<number> {
  // Read before anything is opened.
  const rate = read('rate', args.rate, /^\d+(?:\.\d+)?$/, 'a number above 0');
  const concurrency = read('concurrency', args.concurrency, /^\d+$/, 'a whole number above 0');
  const sets = rate !== undefined || concurrency !== undefined;
  // Its flags are not those of a run by the same names.
  const settings = new Settings({ config: args.config, ledger: args.ledger }, io);
  const found = await withLedger(settings, { look: !sets }, ({ limits }) => {
    if (!limits)
      throw new UsageError(
        `limits apply to hosts that share a ledger on Postgres, and ${settings.ledgerName()} is a file. Use --rate and --concurrency of run instead`,
        'settings',
      );
    if (!sets) return limits.read();
    return limits.set({
      ...(rate !== undefined && { rate }),
      ...(concurrency !== undefined && { concurrency }),
    });
  });
  if (args.json) printJson(io, found);
  else io.out(shown(found, settings.environment()));
  return 0;
}

/** `null` for none, `undefined` if the flag is not given. */
function read(flag: string, text: string | undefined, form: RegExp, what: string): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  const number = Number(text);
  if (form.test(text) && number > 0 && number <= MOST) return number;
  throw new UsageError(`--${flag} "${text}" is not ${what}, or none`);
}

function shown({ rate, concurrency }: Limits, environment: string): string {
  return (
    `All hosts together, in ${environment}:\n` +
    `  requests a second   ${rate ?? 'no limit'}\n` +
    `  requests in progress  ${concurrency ?? 'no limit'}\n`
  );
}
