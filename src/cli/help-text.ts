// The help of the program and of each command, with examples and exit codes.
import { wrapped } from '../files/wrapped.ts';
import { type Example, usageOf } from './command.ts';
import { COMMANDS } from './command-table.ts';
import { exitText } from './exit-codes.ts';
import type { Io } from './io.ts';

export const USAGE = 'Usage: paybatch <command> [options]';
const EXAMPLES: readonly Example[] = [
  { line: 'check payouts.csv', does: 'say everything that is wrong with a file; send nothing' },
  { line: 'run payouts.csv --sandbox', does: 'the whole run against an embedded service' },
  {
    line: 'run payouts.csv --expect-count 120 --max-amount GBP=25000 --yes',
    does: 'the nightly run, guarded',
  },
  { line: 'lint .', does: 'every use in data and code of what ended on 30 October 2026' },
  { line: 'status', does: 'what ran, and how it ended' },
  {
    line: 'resolve RUN --line 7 --as created --transfer-id ID --reason "paid"',
    does: 'record what became of a row in doubt',
  },
];

export const widthOfHelp = ({ columns }: Io): number => Math.min(columns, 110);

/** Help with examples: yargs would take their indentation away, and break their lines where nobody can copy them. */
export function withExamples(help: string, width: number): string {
  if (help.startsWith(USAGE)) return `${examplesText(EXAMPLES, width)}\n\n${help}\n\n${exitText(width)}`;
  const own = COMMANDS.find(({ command }) => help.startsWith(`paybatch ${usageOf(command)}\n`));
  if (!own) return help;
  return `${help}\n\n${examplesText(own.command.examples, width)}\n\n${exitText(width, own.command.name)}`;
}

function examplesText(examples: readonly Example[], width: number): string {
  const lines = examples.map(
    ({ line, does }) => `  paybatch ${line}\n${wrapped(`      ${does}`, width).join('\n')}`,
  );
  return `Examples:\n${lines.join('\n')}`;
}
