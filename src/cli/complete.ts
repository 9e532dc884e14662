// What may follow at the cursor: commands, flags and their values. The shells' scripts (commands/completion.ts) ask for
// it. Nothing here fails: without a candidate the shell offers files.
import { ENDPOINT_IDS } from '../interface/endpoints.ts';
import { RULE_IDS } from '../interface/rules.ts';
import { type Command, findCommand } from './command.ts';
import type { Flag, Source } from './flag.ts';
import { topicNames } from './manual.ts';

/** `typed`: the words behind `paybatch`, the one at the cursor last. */
export function completions(typed: readonly string[], commands: readonly Command[]): string[] {
  // bash makes three words of --flag=value.
  const before = typed.slice(0, -1).filter((word) => word !== '=');
  const current = typed.at(-1) === '=' ? '' : (typed.at(-1) ?? '');
  return candidates(before, current, commands).filter((word) => word.startsWith(current));
}

function candidates(
  before: readonly string[],
  current: string,
  commands: readonly Command[],
): readonly string[] {
  const [first, second] = before;
  const names = commands.map(({ name }) => name.split(' '));
  if (first === undefined) return [...new Set(names.map(([name = '']) => name)), '--help', '--version'];
  const subcommands = names.flatMap(([name, sub]) => (name === first && sub ? [sub] : []));
  const { command, length } = findCommand(before, commands) ?? { length: 0 };
  if (!command || before.includes('--')) return second === undefined ? subcommands : [];
  const [flag] = /^--[^=]+(?==)/.exec(current) ?? [];
  if (flag !== undefined) return valuesOf(command.flags[flag.slice(2)]).map((value) => `${flag}=${value}`);
  const takenBy = (word = ''): Flag | undefined => {
    const own = command.flags[word.slice(2)];
    return own?.value === undefined ? undefined : own;
  };
  const last = takenBy(before.at(-1));
  if (last) return valuesOf(last);
  if (current.startsWith('-')) return flagsOf(command, before);
  const given = before
    .slice(length)
    .filter((word, at, all) => !word.startsWith('-') && !takenBy(all[at - 1]));
  const words = Object.values(command.words);
  const values = valuesOf(words[given.length] ?? words.findLast(({ repeatable }) => repeatable));
  return second === undefined ? [...subcommands, ...values] : values;
}

/** Those that may still be given. */
function flagsOf({ flags }: Command, before: readonly string[]): string[] {
  const given = new Set(before.map((word) => word.split('=')[0]));
  const open = Object.entries(flags).filter(([, { hidden }]) => !hidden);
  const left = open.filter(([name, { repeatable }]) => repeatable || !given.has(`--${name}`));
  return [...left.map(([name]) => `--${name}`), '--help'];
}

const VALUES: Readonly<Record<Source, () => readonly string[]>> = {
  operations: () => ENDPOINT_IDS,
  rules: () => RULE_IDS,
  topics: topicNames,
};

const valuesOf = (flag: Flag | undefined): readonly string[] =>
  flag?.of ?? (flag?.completion ? VALUES[flag.completion]() : []);
