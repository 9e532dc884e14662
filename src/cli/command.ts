// What a command is: its name, the words and flags that it takes, examples. Help, parsing, completion and the README's
// tables are made from this, and the types of a handler's arguments are derived from it. Holds no work: that is in
// commands/NAME/run.ts and is loaded when the command is called.

interface Described {
  readonly does: string;
  /** Accepted, but of no use to this command: help and completion leave it out. */
  readonly hidden?: true;
}

/** Where completion finds the values of what is free text otherwise. */
export type Source = 'runs' | 'operations' | 'rules';

/** What is at the path that a value names. A test tries each with what can't be one; what names no path says nothing. */
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

interface Named {
  readonly path?: PathUse;
}

export type Flag =
  | (Described & { readonly type: 'boolean' })
  | (Described & Named & { readonly type: 'string'; readonly values?: Source })
  /** May be given many times. */
  | (Described &
      Named & {
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
      Named & {
        readonly type: 'string';
        readonly required: boolean;
        readonly standardInput?: true;
        readonly values?: Source;
      })
  | (Described & Named & { readonly type: 'list'; readonly standardInput?: true })
  | (Described & { readonly type: 'choice'; readonly of: readonly string[]; readonly required: boolean });

export type Flags = Readonly<Record<string, Flag>>;
export type Words = Readonly<Record<string, Word>>;

export interface Example {
  readonly line: string;
  readonly does: string;
}

export interface Command<W extends Words = Words, F extends Flags = Flags> {
  readonly name: string;
  readonly does: string;
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

/** How a command is written: `run <file>`, `status [run]`, `lint [paths..]`. */
export function usageOf({ name, words }: Command): string {
  const written = Object.entries(words).map(([word, { type, ...rest }]) => {
    if (type === 'list') return ` [${word}..]`;
    return 'required' in rest && rest.required ? ` <${word}>` : ` [${word}]`;
  });
  return name + written.join('');
}

/** What a flag does, with the values that it takes. */
export function flagText(flag: Flag): string {
  return flag.type === 'choice' ? `${flag.does}: ${flag.of.join(', ')}` : flag.does;
}
