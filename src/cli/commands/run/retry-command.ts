// How the rows that were not paid are run once they are corrected: with those flags of this run that say what its rows are
// and how they are sent, and with the most that may be sent. Other guards are left out: they speak of the whole file.
import { shellQuoted } from '../../../files/plain.ts';
import type { ConfigGuards } from '../../config-file.ts';
import type { RunArgs } from '../../definitions/pay.ts';

const VALUES = ['kind', 'map', 'delimiter', 'documents-dir'] as const;
const LIMITS = ['max-amount', 'max-total'] as const;
const SWITCHES = ['use-developer-funds', 'no-quote', 'sandbox'] as const;

/** For the retry file. `undefined` where a plan would have to be made and approved first. */
export function retryCommand(
  args: RunArgs,
  configured: ConfigGuards = {},
): ((retry: string) => string) | undefined {
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
    ...withoutWholeFile(configured),
  ];
  return (retry) => ['paybatch run', shellQuoted(retry), ...flags].join(' ');
}

/** Guards of the config that would refuse some rows of a file, since they speak of all of them. */
const withoutWholeFile = ({ minCount, maxInvalid }: ConfigGuards): string[] => [
  ...(minCount === undefined ? [] : ['--min-count 0']),
  ...(maxInvalid === undefined ? [] : ['--max-invalid 100%']),
];
