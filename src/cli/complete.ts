// What may follow at the cursor: commands, flags and their values. The shells' scripts (commands/completion.ts) ask for it.
// Nothing here fails: without a candidate the shell offers files.
import { ENDPOINTS } from '../interface/endpoints.ts';
import { momentText } from '../interface/instant.ts';
import { RULE_IDS, ruleOf } from '../interface/rules.ts';
import { type Command, findCommand, type Flag, type Source, type Word } from './command.ts';
import { type Io } from './io.ts';

export interface Candidate {
  readonly value: string;
  readonly does: string;
}

/** Values that only a look elsewhere tells; none where that look fails. */
export type Values = (source: Source, typed: readonly string[]) => Promise<readonly Candidate[]>;

/** `typed`: the words behind `paybatch`, the one at the cursor last. */
export async function complete(
  typed: readonly string[],
  commands: readonly Command[],
  values: Values,
): Promise<Candidate[]> {
  const current = typed.at(-1) === '=' ? '' : (typed.at(-1) ?? '');
  // bash makes three words of --flag=value.
  const before = typed.slice(0, -1).filter((word) => word !== '=');
  const [first] = before;
  if (first === undefined) return matching([...beginnings(commands), ...BESIDES], current);
  const found = findCommand(before, commands);
  // Of a word with subcommands, the cursor may be on the second.
  const subcommands = before.length === 1 ? subcommandsOf(first, commands) : [];
  if (!found || before.includes('--')) return matching(subcommands, current);
  const { command, length } = found;
  const [, inside, part = ''] = /^--([^=]+)=(.*)$/.exec(current) ?? [];
  if (inside !== undefined) {
    const own = matching(await valuesOf(command.flags[inside], values, typed), part);
    return own.map(({ value, does }) => ({ value: `--${inside}=${value}`, does }));
  }
  const flag = command.flags[/^--(.+)$/.exec(before.at(-1) ?? '')?.[1] ?? ''];
  if (flag && flag.type !== 'boolean') return matching(await valuesOf(flag, values, typed), current);
  if (current.startsWith('-')) return matching(flagsOf(command, before), current);
  const own = await valuesOf(wordAt(command, before.slice(length)), values, typed);
  return matching([...subcommands, ...own], current);
}

const matching = (candidates: readonly Candidate[], beginning: string): Candidate[] =>
  candidates.filter(({ value }) => value.startsWith(beginning));

const subcommandsOf = (first: string, commands: readonly Command[]): Candidate[] =>
  commands.flatMap(({ name, does }) =>
    name.startsWith(`${first} `) ? [{ value: name.slice(first.length + 1), does }] : [],
  );

/** A word with subcommands is offered once. */
function beginnings(commands: readonly Command[]): Candidate[] {
  const shown = commands.filter(({ hidden }) => hidden !== true);
  const firsts = [...new Set(shown.map(({ name }) => name.split(' ')[0] ?? name))];
  return firsts.map((value) => ({ value, does: shown.find(({ name }) => name === value)?.does ?? '' }));
}

const BESIDES: readonly Candidate[] = [
  { value: '--help', does: 'all commands' },
  { value: '--version', does: 'the version' },
];

async function valuesOf(
  definition: Flag | Word | undefined,
  values: Values,
  typed: readonly string[],
): Promise<readonly Candidate[]> {
  if (!definition) return [];
  if (definition.type === 'choice') return definition.of.map((value) => ({ value, does: '' }));
  return 'values' in definition ? values(definition.values, typed) : [];
}

/** Those that may still be given. */
function flagsOf({ flags }: Command, before: readonly string[]): Candidate[] {
  const given = new Set(before.map((word) => word.split('=')[0]));
  const open = Object.entries(flags).filter(
    ([name, { type, hidden }]) =>
      hidden !== true && (type === 'list' || type === 'amounts' || !given.has(`--${name}`)),
  );
  return [...open.map(([name, { does }]) => ({ value: `--${name}`, does })), HELP];
}

const HELP: Candidate = { value: '--help', does: 'flags and examples' };

/** The word that the cursor is on: the flags before it and their values are none. */
function wordAt({ words, flags }: Command, before: readonly string[]): Word | undefined {
  const takesNext = (word: string): boolean => {
    const flag = flags[/^--(.+)$/.exec(word)?.[1] ?? ''];
    return flag !== undefined && flag.type !== 'boolean';
  };
  const given = before.filter((word, at) => !word.startsWith('-') && !takesNext(before[at - 1] ?? ''));
  const all = Object.values(words);
  const last = all.at(-1);
  return all[given.length] ?? (last?.type === 'list' ? last : undefined);
}

const RUNS_OFFERED = 50;

export async function candidatesFrom(source: Source, typed: readonly string[], io: Io): Promise<Candidate[]> {
  switch (source) {
    case 'operations':
      return Object.entries(ENDPOINTS).map(([value, { method, path }]) => ({
        value,
        does: `${method} ${path}`,
      }));
    case 'rules':
      return RULE_IDS.map((value) => ({ value, does: ruleOf(value).flags }));
    case 'topics': {
      const { topics } = await import('./manual/pages.ts');
      return topics().map(({ name, title }) => ({ value: name, does: title }));
    }
    case 'runs':
      return [{ value: 'last', does: 'the newest run' }, ...(await runs(typed, io).catch(() => []))];
    default:
      return source satisfies never;
  }
}

async function runs(typed: readonly string[], io: Io): Promise<Candidate[]> {
  const [{ Settings }, { withLedger }] = await Promise.all([
    import('./settings.ts'),
    import('./ledger-access.ts'),
  ]);
  const settings = new Settings({ ledger: given('ledger', typed), config: given('config', typed) }, io);
  const found = await withLedger(settings, { look: true }, (ledger) => ledger.runs(RUNS_OFFERED));
  return found.map(({ id, file, startedAt }) => ({
    value: id,
    does: `${file}, ${momentText(startedAt, 'minute')}`,
  }));
}

/** A flag's value, of the same command line. */
function given(name: string, typed: readonly string[]): string | undefined {
  const at = typed.lastIndexOf(`--${name}`);
  const inside = typed.find((word) => word.startsWith(`--${name}=`));
  return at === -1 ? inside?.slice(name.length + 3) : typed[at + 1];
}
