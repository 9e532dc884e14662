// How the rows that were not paid are run once they are corrected: with those flags of this run that say what its rows are
// and how they are sent, and with the most that may be sent. Other guards are left out: they speak of the whole file.
import { shellQuoted } from '../../../files/shell-quoted.ts';
import type { RunArgs } from './index.ts';

const VALUES = ['kind', 'map', 'delimiter', 'documents-dir'] as const;
const LIMITS = ['max-amount', 'max-total'] as const;
const SWITCHES = ['use-developer-funds', 'no-quote', 'sandbox'] as const;

/** `undefined` where a plan would have to be made and approved first. */
export function retryCommand(args: RunArgs): ((file: string) => string) | undefined {
  if (args.plan !== undefined) return undefined;
  const flags = [
    ...VALUES.flatMap((name) => {
      const value = args[name];
      return value === undefined ? [] : [`--${name} ${shellQuoted(value)}`];
    }),
    ...LIMITS.flatMap((name) =>
      [...args[name]].map(([currency, most]) => `--${name} ${shellQuoted(`${currency}=${most}`)}`),
    ),
    ...SWITCHES.flatMap((name) => (args[name] ? [`--${name}`] : [])),
  ];
  return (file) => ['paybatch run', shellQuoted(file), ...flags].join(' ');
}

/** The same file once more: rows that are paid are not sent again, and these deviations are accepted. */
export function acceptCommand(args: RunArgs): ((deviations: readonly string[]) => string) | undefined {
  const { file } = args;
  const command = retryCommand(args);
  if (!command || file === undefined) return undefined;
  return (deviations) =>
    [command(file), ...[...args.accept, ...deviations].map((one) => `--accept ${one}`)].join(' ');
}
