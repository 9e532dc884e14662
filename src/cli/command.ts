// A command as data: its name, arguments, flags and examples. Help, parsing and completion are made from it, and the types
// of a handler's arguments are derived from it. The work is in commands/NAME/run.ts and is loaded when the command is called.

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

interface Described {
  readonly does: string;
  /** Accepted, but not shown by help and completion: an earlier name, or of no use to this command. */
  readonly hidden?: true;
}

interface Grouped {
  readonly group?: (typeof FLAG_GROUPS)[number];
  /** What applies without the flag, as help shows it. */
  readonly default?: string;
  /** The name of the value in the help: `--rate N`. */
  readonly value?: string;
}

/** Where completion finds the values of what is free text otherwise. */
export type Source = 'runs' | 'operations' | 'rules' | 'topics';

/** What is at the path that a value names. A test tries each with a wrong kind of file. */
export type PathUse =
  /** A small file, read whole. */
  | 'small'
  /** The same behind "@"; other values are text. */
  | '@small'
  /** A file of any size. */
  | 'file'
  /** Files and folders of them. */
  | 'tree'
  | 'folder'
  | 'written'
  | 'ledger';

interface WithPath {
  readonly path?: PathUse;
}

export type Flag = Grouped & FlagKind;

type FlagKind =
  | (Described & { readonly type: 'boolean' })
  | (Described & WithPath & { readonly type: 'string'; readonly values?: Source })
  /** May be given many times. */
  | (Described &
      WithPath & {
        readonly type: 'list';
        readonly values?: Source;
        /** Takes every word up to the next flag: `--against a b`. */
        readonly greedy?: true;
      })
  | (Described & { readonly type: 'choice'; readonly of: readonly string[] })
  | (Described & { readonly type: 'integer'; readonly min: number; readonly max: number })
  /** A decimal above nought. */
  | (Described & { readonly type: 'number' })
  /** CUR=AMOUNT, many times; exact decimals. `example`: one that can be meant, else GBP=1250.00. */
  | (Described & { readonly type: 'amounts'; readonly example?: string });

/** A word behind the command's name. */
export type Word =
  | (Described &
      WithPath & {
        readonly type: 'string';
        readonly required: boolean;
        readonly standardInput?: true;
        readonly values?: Source;
      })
  | (Described & WithPath & { readonly type: 'list'; readonly standardInput?: true })
  | (Described & { readonly type: 'choice'; readonly of: readonly string[]; readonly required: boolean });

export type Flags = Readonly<Record<string, Flag>>;
export type Words = Readonly<Record<string, Word>>;

export interface Example {
  readonly line: string;
  readonly does: string;
}

export interface Command<W extends Words = Words, F extends Flags = Flags> {
  /** One word, or two for a subcommand: `ledger init`. */
  readonly name: string;
  /** One line, in the imperative. */
  readonly does: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  /** Works, but help and completion leave it out: an earlier name. */
  readonly hidden?: true;
  /** The page of the manual that says more. */
  readonly manual?: string;
  /** In the order in which they are written. */
  readonly words: W;
  readonly flags: F;
  readonly examples: readonly Example[];
  /** It sends something, or says what would be sent: an error says that nothing was. Elsewhere that is noise. */
  readonly sends?: true;
}

type FlagValue<F extends Flag> = F extends { readonly type: 'boolean' }
  ? boolean
  : F extends { readonly type: 'list' }
    ? readonly string[]
    : F extends { readonly type: 'choice'; readonly of: readonly (infer C)[] }
      ? C | undefined
      : F extends { readonly type: 'integer' | 'number' }
        ? number | undefined
        : F extends { readonly type: 'amounts' }
          ? ReadonlyMap<string, string>
          : string | undefined;

type WordValue<W extends Word> = W extends { readonly type: 'list' }
  ? readonly string[]
  : | (W extends { readonly type: 'choice'; readonly of: readonly (infer C)[] } ? C : string)
    | (W extends { readonly required: true } ? never : undefined);

/** What a handler is given. */
export type ArgsOf<C> =
  C extends Command<infer W, infer F>
    ? { readonly [K in keyof W]: WordValue<W[K]> } & { readonly [K in keyof F]: FlagValue<F[K]> } & {
        /** What stands behind "--". */
        readonly rest: readonly string[];
        /** Switches that were typed as off: `--quiet=false`. */
        readonly switchedOff?: readonly string[];
      }
    : never;

/** The same flags, accepted and left out of the help: a crontab that says check where it said run goes on working. */
export function hidden<const F extends Flags>(flags: F): F {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { ...flag, hidden: true }]);
  return Object.fromEntries(entries) as F; // the same names and types
}

/** Keeps the exact types of words and flags. */
export function command<const W extends Words, const F extends Flags>(
  definition: Command<W, F>,
): Command<W, F> {
  return definition;
}

/** How a command is written: `run FILE`, `status [RUN]`, `lint PATHS...`. */
export function usageOf({ name, words }: Command): string {
  const written = Object.entries(words).map(([word, { type, ...rest }]) => {
    const shown = word.toUpperCase();
    if (type === 'list') return ` ${shown}...`;
    return 'required' in rest && rest.required ? ` ${shown}` : ` [${shown}]`;
  });
  return name + written.join('');
}

/** The words of a command line that name its command: two for a subcommand. `at`: where they begin. */
export interface Named<C> {
  readonly command: C;
  readonly at: number;
  readonly length: number;
}

/**
 * The command of a command line. It comes first, or after flags. `undefined`: no word names one.
 */
export function findCommand<C extends Pick<Command, 'name'>>(
  args: readonly string[],
  commands: readonly C[],
): Named<C> | undefined {
  const first = args[0]?.startsWith('-') === true ? args.findIndex((_, at) => named(args, at, commands)) : 0;
  const command = named(args, first, commands);
  return command && { command, at: first, length: command.name.split(' ').length };
}

function named<C extends Pick<Command, 'name'>>(
  args: readonly string[],
  at: number,
  commands: readonly C[],
): C | undefined {
  const [word = '', next = ''] = [args[at], args[at + 1]];
  const find = (name: string): C | undefined => commands.find((one) => one.name === name);
  return find(`${word} ${next}`) ?? find(word);
}
