// The help of the program, of a group of subcommands and of each command: made from the commands' own data.
import { didYouMean } from '../csv/suggest.ts';
import { EXIT } from '../errors.ts';
import { plain, wrapped } from '../files/plain.ts';
import { type Command, type ListedCommand, usageOf } from './command.ts';
import { type Flag, FLAG_GROUPS } from './flag.ts';
import { type Io, UsageError } from './io.ts';
import { markdownText, pageOf, subjectOf, topicNames } from './manual.ts';
import { plainTable } from './render/table.ts';

/** Wider lines are hard to read; in narrower ones the columns have no room. */
export const widthOfHelp = ({ columns }: Pick<Io, 'columns'>): number => Math.max(80, Math.min(columns, 120));

type Entry = readonly [term: string, text: string];

/**
 * The overview, the help of a command, or a page of the manual. Errors: {@link UsageError} for a topic that is not
 * there.
 */
export function helpText(name: string, commands: readonly ListedCommand[], width: number): string {
  if (name === '') return overview(commands, width);
  const command = commands.find((one) => one.name === name);
  if (command) return commandHelp(command, width);
  if (commands.some((one) => one.name.startsWith(`${name} `))) return groupHelp(name, commands, width);
  const names = topicNames();
  if (names.includes(name)) return markdownText(pageOf(name), width);
  const known = [...names, ...commands.map((one) => one.name)];
  throw new UsageError(
    `${plain(name)} is neither a topic nor a command${didYouMean(name, known)}. See paybatch help`,
    'topic',
  );
}

export function overview(commands: readonly ListedCommand[], width: number): string {
  const groups = [...new Set(commands.map(({ group }) => group))].map((group) =>
    section(group, listOf(commands.filter((one) => one.group === group)), width),
  );
  return paragraphs(
    wrapText(
      'Pay a CSV file of payouts, each at most once, and get ready for release 1.32 of the service.',
      width,
    ),
    'Usage: paybatch COMMAND [FLAGS]',
    ...groups,
    section(
      'Manual: paybatch help TOPIC',
      topicNames().map((name) => [name, subjectOf(name)]),
      width,
    ),
    wrapText(
      'paybatch COMMAND --help shows the flags of a command. paybatch --version prints the version.',
      width,
    ),
    exitText(width),
  );
}

/** Of a word that only its subcommands follow. */
function groupHelp(head: string, commands: readonly Command[], width: number): string {
  const all = commands.filter(({ name }) => name.startsWith(`${head} `));
  return paragraphs(
    section(`Usage: paybatch ${head} SUBCOMMAND [FLAGS]`, listOf(all), width),
    `paybatch ${head} SUBCOMMAND --help shows its flags.`,
    examplesText(all.slice(0, 2).flatMap(({ examples }) => Object.entries(examples).slice(0, 1))),
  );
}

const wrapText = (text: string, width: number): string => wrapped(text, width).join('\n');

const listOf = (commands: readonly Command[]): Entry[] => commands.map(({ name, does }) => [name, does]);

export function commandHelp(command: Command, width: number): string {
  const { words, flags, examples, manual } = command;
  const visible = Object.entries(flags).filter(([, { hidden }]) => !hidden);
  const groups = FLAG_GROUPS.map((group) =>
    section(
      group,
      visible
        .filter(([, flag]) => (flag.group ?? 'Flags') === group)
        .map(([name, flag]) => flagEntry(name, flag)),
      width,
    ),
  );
  return paragraphs(
    wrapText(`${command.does}.`, width),
    `Usage: paybatch ${usageOf(command, visible.length > 0)}`,
    section(
      'Arguments',
      Object.values(words).map((word) => [word.value ?? '', meaningOf(word)]),
      width,
    ),
    ...groups,
    command.name === 'run' ? exitText(width) : '',
    `Manual: ${manual === undefined ? '' : `paybatch help ${manual}, `}paybatch help exit-codes`,
    examplesText(Object.entries(examples)),
  );
}

const examplesText = (examples: readonly (readonly [line: string, does: string])[]): string =>
  `Examples\n${examples.map(([line, does]) => `  # ${does}\n  paybatch ${line}`).join('\n')}`;

const flagEntry = (name: string, flag: Flag): Entry => [
  flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`,
  meaningOf(flag) + (flag.required ? ' (required)' : ''),
];

/** The values of a choice are listed here where its name does not have them. */
function meaningOf({ does, of = [], value, default: fallback }: Flag): string {
  const values = of.length === 0 || value === of.join('|') ? '' : `: ${of.join(', ')}`;
  return does + values + (fallback === undefined ? '' : ` (default: ${fallback})`);
}

/** Nothing without entries. */
function section(title: string, entries: readonly Entry[], width: number): string {
  const rows = entries.map(([term, text]) => [`  ${term}`, text]);
  return rows.length === 0 ? '' : title + plainTable(['', ''], rows, [], width);
}

const paragraphs = (...parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`;

/** Of `run`; those of the other commands are in the manual. */
export const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.ok, 'every row is `created`, `valid`, `quoted` or `duplicate`'],
  [
    EXIT.refusedRows,
    'some rows are `invalid`, `rejected`, `failed` or held: a person has to look. `NAME.retry.csv` contains these rows, `NAME.retry.txt` gives the reasons',
  ],
  [
    EXIT.unusable,
    'nothing was sent: the message says why, such as a wrong command, setting or file, a guard, or another run in progress',
  ],
  [
    EXIT.inDoubt,
    'a row of this run is `in_doubt`, or a late response contradicts a resolution: see `paybatch doubts`. Takes priority over 1 and 4',
  ],
  [EXIT.stopped, 'stopped early: running the same command again continues'],
];

const exitText = (width: number): string =>
  section(
    'Exit codes',
    EXIT_CODES.map(([code, meaning]) => [String(code), meaning.replaceAll('`', '')]),
    width,
  );
