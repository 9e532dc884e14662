// What may follow at the cursor: commands, flags and their values. The shells' scripts (commands/completion.ts) ask for
// it. Nothing here fails: without a candidate the shell offers files.
import { plain } from '../files/plain.ts';
import { ENDPOINTS } from '../interface/endpoints.ts';
import { momentText } from '../interface/instant.ts';
import { RULE_IDS, ruleOf } from '../interface/rules.ts';
import { type Command, findCommand } from './command.ts';
import type { Flag, Source } from './flag.ts';
import type { Io } from './io.ts';
import { valueOf } from './next-command.ts';

interface Candidate {
  readonly value: string;
  readonly does: string;
}

/**
 * Prints a candidate a line; zsh and fish show what each does. `typed`: the words behind `paybatch`, the one at the
 * cursor last.
 */
export async function offerCompletions(
  typed: readonly string[],
  commands: readonly Command[],
  io: Io,
): Promise<void> {
  const shell = io.env['SHELL'] ?? '';
  for (const { value, does } of await complete(typed, commands, io)) {
    const words = plain(does);
    if (words !== '' && shell.endsWith('fish')) io.out(`${value}\t${words}\n`);
    else if (words !== '' && shell.endsWith('zsh')) io.out(`${value.replaceAll(':', '\\:')}:${words}\n`);
    else io.out(`${value}\n`);
  }
}

async function complete(
  typed: readonly string[],
  commands: readonly Command[],
  io: Io,
): Promise<Candidate[]> {
  const current = typed.at(-1) === '=' ? '' : (typed.at(-1) ?? '');
  // bash makes three words of --flag=value.
  const before = typed.slice(0, -1).filter((word) => word !== '=');
  const fitting = (found: readonly Candidate[]): Candidate[] =>
    found.filter(({ value }) => value.startsWith(current));
  if (before.length === 0) return fitting([...beginnings(commands), ...OF_ALL]);
  const subcommands = before.length === 1 ? subcommandsOf(before[0] ?? '', commands) : [];
  const found = findCommand(before, commands);
  if (!found || before.includes('--')) return fitting(subcommands);
  const { command, length } = found;
  const flagOf = (word = ''): Flag | undefined => command.flags[word.slice(2)];
  const inside = current.startsWith('--') ? current.indexOf('=') + 1 : 0;
  if (inside > 0) {
    const values = await valuesOf(flagOf(current.slice(0, inside - 1)), typed, io);
    return fitting(values.map(({ value, does }) => ({ value: current.slice(0, inside) + value, does })));
  }
  const takesNext = (word: string | undefined): boolean => flagOf(word)?.value !== undefined;
  if (takesNext(before.at(-1))) return fitting(await valuesOf(flagOf(before.at(-1)), typed, io));
  if (current.startsWith('-')) return fitting(flagsOf(command, before));
  const given = before.filter(
    (word, at) => at >= length && !word.startsWith('-') && !takesNext(before[at - 1]),
  );
  const words = Object.values(command.words);
  const last = words.at(-1);
  const word = words[given.length] ?? (last?.repeatable ? last : undefined);
  return fitting([...subcommands, ...(await valuesOf(word, typed, io))]);
}

const subcommandsOf = (first: string, commands: readonly Command[]): Candidate[] =>
  commands.flatMap(({ name, does }) =>
    name.startsWith(`${first} `) ? [{ value: name.slice(first.length + 1), does }] : [],
  );

/** A word with subcommands is offered once. */
function beginnings(commands: readonly Command[]): Candidate[] {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))];
  return firsts.map((value) => ({ value, does: commands.find(({ name }) => name === value)?.does ?? '' }));
}

const HELP: Candidate = { value: '--help', does: 'flags and examples' };
const OF_ALL: readonly Candidate[] = [HELP, { value: '--version', does: 'the version' }];

/** Those that may still be given. */
function flagsOf({ flags }: Command, before: readonly string[]): Candidate[] {
  const given = new Set(before.map((word) => word.split('=')[0]));
  const open = Object.entries(flags).filter(
    ([name, { hidden, repeatable }]) => !hidden && (repeatable || !given.has(`--${name}`)),
  );
  return [...open.map(([name, { does }]) => ({ value: `--${name}`, does })), HELP];
}

async function valuesOf(
  flag: Flag | undefined,
  typed: readonly string[],
  io: Io,
): Promise<readonly Candidate[]> {
  if (flag?.of) return flag.of.map((value) => ({ value, does: '' }));
  return flag?.completion === undefined ? [] : VALUES[flag.completion](typed, io);
}

const VALUES: Readonly<
  Record<Source, (typed: readonly string[], io: Io) => Candidate[] | Promise<Candidate[]>>
> = {
  operations: () =>
    Object.entries(ENDPOINTS).map(([value, { method, path }]) => ({ value, does: `${method} ${path}` })),
  rules: () => RULE_IDS.map((value) => ({ value, does: ruleOf(value).flags })),
  topics: async () => {
    const { topics } = await import('./manual.ts');
    return topics().map(({ name, title }) => ({ value: name, does: title }));
  },
  runs: async (typed, io) => [
    { value: 'last', does: 'the newest run' },
    ...(await runs(typed, io).catch(() => [])), // no ledger can be read
  ],
};

const RUNS_OFFERED = 50;

async function runs(typed: readonly string[], io: Io): Promise<Candidate[]> {
  const [{ Settings }, { withLedger }] = await Promise.all([
    import('./settings.ts'),
    import('./ledger-access.ts'),
  ]);
  const settings = new Settings({ ledger: valueOf('ledger', typed), config: valueOf('config', typed) }, io);
  const found = await withLedger(settings, { look: true }, (ledger) => ledger.runs(RUNS_OFFERED));
  return found.map(({ id, file, startedAt }) => ({
    value: id,
    does: `${file}, ${momentText(startedAt, 'minute')}`,
  }));
}
