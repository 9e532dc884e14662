// A command as data: its name, arguments, flags and examples. Help, parsing and completion are made from it, and the types
// of a handler's arguments are derived from it. command-table.ts has the work of each.

/** The headings of `paybatch help`, in order. */
export const COMMAND_GROUPS = [
  'Pay',
  'Inspect and resolve',
  'Approval',
  'Ledger and hosts',
  'Migration',
  'Tools',
] as const;

/** The headings of a command's flags, in order. Flags without a group come first. */
export const FLAG_GROUPS = [
  'Flags',
  'Input',
  'Guards',
  'Sending',
  'Approval and overrides',
  'Output and monitoring',
  'Settings',
] as const;
type FlagGroup = (typeof FLAG_GROUPS)[number];

/** Where completion finds the values of what is free text otherwise. */
export type Source = 'runs' | 'operations' | 'rules' | 'topics';

type FlagKind =
  | { readonly type: 'boolean' }
  | { readonly type: 'string'; readonly values?: Source }
  /** May be given many times. `greedy`: takes every word up to the next flag (`--against a b`). */
  | { readonly type: 'list'; readonly values?: Source; readonly greedy?: true }
  | { readonly type: 'choice'; readonly of: readonly string[] }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  /** A decimal above 0. */
  | { readonly type: 'number' }
  /** CUR=AMOUNT, many times; exact decimals. */
  | { readonly type: 'amounts' };

export type Flag = FlagKind & {
  readonly does: string;
  readonly group?: FlagGroup;
  /** The name of the value in the help: `--rate N`. */
  readonly value?: string;
  /** What applies without the flag, as help shows it. */
  readonly default?: string;
  readonly required?: true;
  /** Accepted, but not shown by help and completion: an earlier name, or of no use to this command. */
  readonly hidden?: true;
};

/** A word behind the command's name. `standardInput`: it may be "-". */
export type Word = { readonly does: string } & (
  | { readonly type: 'string'; readonly required: boolean; readonly values?: Source }
  | { readonly type: 'list'; readonly values?: Source; readonly standardInput?: true }
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly required: boolean }
);

export type Flags = Readonly<Record<string, Flag>>;
export type Words = Readonly<Record<string, Word>>;

interface Definition {
  /** One word, or two for a subcommand: `ledger init`. */
  readonly name: string;
  /** One line, in the imperative. */
  readonly does: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** The page of the manual that says more. */
  readonly manual?: string;
  /** Command lines without `paybatch`, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
  /** It sends something, or says what would be sent: an error says that nothing was. Elsewhere that is noise. */
  readonly sends?: true;
  /** The words behind "--" are a command that it starts. Elsewhere they are arguments, not flags. */
  readonly startsOther?: true;
}

export interface Command<W extends Words = Words, F extends Flags = Flags> extends Definition {
  /** In the order in which they are written. */
  readonly words: W;
  readonly flags: F;
}

type FlagValue<F extends Flag> = F extends { readonly type: 'boolean' }
  ? boolean
  : F extends { readonly type: 'list' }
    ? readonly string[]
    : F extends { readonly type: 'amounts' }
      ? ReadonlyMap<string, string>
      : OneValue<F> | (F extends { readonly required: true } ? never : undefined);

type WordValue<W extends Word> = W extends { readonly type: 'list' }
  ? readonly string[]
  : OneValue<W> | (W extends { readonly required: true } ? never : undefined);

type OneValue<V> = V extends { readonly of: readonly (infer C)[] }
  ? C
  : V extends { readonly type: 'integer' | 'number' }
    ? number
    : string;

/** What a handler is given. `rest`: the words behind "--". */
export type ArgsOf<C> =
  C extends Command<infer W, infer F>
    ? { readonly [K in Named<W>]: WordValue<W[K]> } & { readonly [K in Named<F>]: FlagValue<F[K]> } & {
        readonly rest: readonly string[];
      }
    : never;

/** Of a command that leaves its words or flags out, no name. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: unknown };

/** Keeps the exact types of words and flags. */
export function command<const W extends Words, const F extends Flags>(
  definition: Definition & { readonly words?: W; readonly flags?: F },
): Command<W, F> {
  return { ...definition, words: definition.words ?? ({} as W), flags: definition.flags ?? ({} as F) }; // left out: there are none
}

const changed = <F extends Flags>(flags: F, change: Partial<Flag>): F =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, ...change }])) as F; // the same names and types

/** The same flags under one heading of the help. */
export const inGroup = <const F extends Flags>(group: FlagGroup, flags: F): F => changed(flags, { group });

/** The same flags, accepted and left out of the help: a crontab that says check where it said run goes on working. */
export const hidden = <const F extends Flags>(flags: F): F => changed(flags, { hidden: true });

/** How a command is written: `run FILE`, `status [RUN]`, `lint PATHS...`. */
export function usageOf({ name, words }: Command): string {
  const written = Object.entries(words).map(([word, { type, ...rest }]) => {
    const shown = word.toUpperCase();
    if (type === 'list') return ` ${shown}...`;
    return 'required' in rest && rest.required ? ` ${shown}` : ` [${shown}]`;
  });
  return name + written.join('');
}

/** The command that a command line begins with. `length`: how many words name it, two for a subcommand. */
export function findCommand<C extends Pick<Command, 'name'>>(
  args: readonly string[],
  commands: readonly C[],
): { readonly command: C; readonly length: number } | undefined {
  const [word = '', next = ''] = args;
  const find = (name: string): C | undefined => commands.find((one) => one.name === name);
  const [sub, own] = [find(`${word} ${next}`), find(word)];
  if (sub) return { command: sub, length: 2 };
  return own && { command: own, length: 1 };
}
