// The command line: commands, flags, help, and what an error looks like. Each command's work is in commands/.
import yargs, { type Argv } from 'yargs';

import { EXIT } from '../errors.ts';
import { plain } from '../files/plain.ts';
import { type Command, findCommand } from './command.ts';
import { COMMAND_LIST, type CommandEntry, COMMANDS } from './command-table.ts';
import type { Candidate } from './complete.ts';
import { explainCommand, explainUsage } from './explain-usage.ts';
import { failure } from './failure.ts';
import { commandHelp, groupHelp, overview, widthOfHelp } from './help-text.ts';
import { AS_IT_IS, type Io, STANDARD_INPUT, UsageError } from './io.ts';
import { completing, givenFlags } from './next-command.ts';
import { speakingJson, speakingOfTrouble } from './render/log.ts';
import { checkSwitches, isOn } from './switches.ts';
import { hasBegun, VERSION } from './this-process.ts';
import { sayingNoPassword } from './without-password.ts';

/** Runs one command line; resolves to the exit code. Never rejects. */
export async function program(typed: readonly string[], outside: Io): Promise<number> {
  const process = sayingNoPassword(outside, typed);
  if (typed[0] === COMPLETIONS) return offered(typed.slice(2), process);
  // The words after "--" belong to the command that `rehearse` runs; other commands take them as arguments, not as flags.
  const cut = typed.indexOf('--');
  const args = cut === -1 ? typed : typed.slice(0, cut);
  const rest = cut === -1 ? [] : typed.slice(cut + 1);
  const quiet = isOn(args, 'quiet') ? speakingOfTrouble(process) : undefined;
  const spoken = quiet?.io ?? process;
  const io = saysWhatToType(asksForJson(args) ? await speakingJson(spoken) : spoken, args);
  const code = await called(args, rest, io);
  quiet?.end(code);
  return withOutput(code, await process.outFault?.(), args, io);
}

const entryOf = (args: readonly string[]): CommandEntry | undefined => {
  const name = findCommand(args, COMMAND_LIST)?.command.name;
  return COMMANDS.find(({ command }) => command.name === name);
};

/** The same process, whose words for people name commands as they have to be typed after this one. */
function saysWhatToType(io: Io, args: readonly string[]): Io {
  const asTyped = completing(givenFlags(args, io.env), io.cwd, COMMAND_LIST);
  return { ...io, asTyped, err: (text, level) => io.err(asTyped(text), level) };
}

/** The exit code, where the output may be cut off: nobody must take that for the whole. */
function withOutput(code: number, fault: string | undefined, args: readonly string[], io: Io): number {
  if (fault === undefined) return code;
  const sends = entryOf(args)?.command.sends === true && hasBegun();
  const next = sends
    ? 'Whatever was sent is recorded in the ledger: paybatch status shows it'
    : 'Make room there, or write it elsewhere, then run this again';
  io.err(`paybatch: standard output could not be written (${fault}): it is incomplete. ${next}\n`, 'error');
  // What a run ended with says more of its rows than this does.
  if (sends) return code === EXIT.ok ? EXIT.stopped : code;
  return code === EXIT.ok || code === EXIT.refusedRows ? EXIT.unusable : code;
}

/** As scripts that people have in their shells' files ask for it. */
const COMPLETIONS = '--get-yargs-completions';

/** Candidates for the last word, one a line; zsh and fish show what each does. */
async function offered(typed: readonly string[], io: Io): Promise<number> {
  const [{ complete }, { candidatesFrom }] = await Promise.all([
    import('./complete.ts'),
    import('./complete.ts'),
  ]);
  const found = await complete(typed, COMMAND_LIST, (source, words) => candidatesFrom(source, words, io));
  const shell = io.env['SHELL'] ?? '';
  const line = ({ value, does }: Candidate): string => {
    const words = plain(does);
    if (words === '') return value;
    if (shell.endsWith('fish')) return `${value}\t${words}`;
    return shell.endsWith('zsh') ? `${value.replaceAll(':', '\\:')}:${words}` : value;
  };
  for (const one of found) io.out(`${line(one)}\n`);
  return 0;
}

async function called(args: readonly string[], rest: readonly string[], io: Io): Promise<number> {
  let work: Work | undefined;
  const entry = entryOf(args);
  try {
    // The command line is read as a whole first, so that its errors differ from those of the work.
    work = await understood(args, rest, io);
    return await work(io);
  } catch (error) {
    if (!work) await entry?.unread?.(args, io, error);
    return failure(
      error,
      {
        sends: entry?.command.sends === true,
        sandbox: entry?.command.flags['sandbox'] !== undefined,
        shows: SHOWS.has(entry?.command.name ?? ''),
        accepts: entry?.command.flags['accept-ledger'] !== undefined,
        json: isOn(args, 'json'),
        verbose: isOn(args, 'verbose'),
      },
      io,
    );
  }
}

const HANDS_ON = 'rehearse';
/** What people call after their first run, which is often one with --sandbox. */
const SHOWS: ReadonlySet<string> = new Set(['report', 'status', 'results', 'doubts']);

type Work = (io: Io) => Promise<number>;

/** What a command line asks for. Errors: UsageError for one that can't be read. */
export async function understood(args: readonly string[], rest: readonly string[], io: Io): Promise<Work> {
  checkSwitches(args, COMMAND_LIST);
  const width = widthOfHelp(io);
  const found = findCommand(args, COMMAND_LIST);
  const asksForHelp = isOn(args, 'help') || args.includes('-h');
  if (!found) {
    const group = asksForHelp && COMMAND_LIST.some(({ name }) => name.startsWith(`${args[0] ?? ''} `));
    if (group) return printing(groupHelp(args[0] ?? '', COMMAND_LIST, width));
    if (args.length === 0) return printing(overview(COMMAND_LIST, width), EXIT.unusable);
    if (args[0]?.startsWith('-') === true && asksForHelp) return printing(overview(COMMAND_LIST, width));
    if (isOn(args, 'version')) return printing(`${VERSION}\n`);
    throw new UsageError(explainCommand(args, COMMAND_LIST));
  }
  const { command, at, length } = found;
  if (asksForHelp) return printing(commandHelp(command, width));
  if (isOn(args, 'version')) return printing(`${VERSION}\n`);
  const own = [...args.slice(0, at), ...args.slice(at + length)];
  const words =
    command.name === HANDS_ON ? [] : rest.map((word) => (word.startsWith('-') ? AS_IT_IS + word : word));
  const parsed = await parsedBy(command, own, words);
  const entry = COMMANDS.find((one) => one.command === command);
  if (!entry) throw new Error(`${command.name} has no work`);
  return entry.read(parsed, rest);
}

/** Help is the result where it is asked for, and an error without a command. */
const printing =
  (text: string, code: number = EXIT.ok): Work =>
  (io) => {
    if (code === EXIT.ok) io.out(text);
    else io.err(text);
    return Promise.resolve(code);
  };

/** Told before the flags are read: what is wrong with them is said in the same form. */
function asksForJson(args: readonly string[]): boolean {
  return args.some(
    (arg, at) => arg === '--log-format=json' || (arg === '--log-format' && args[at + 1] === 'json'),
  );
}

/** yargs splits the flags from the arguments. `own`: without the command's name. */
async function parsedBy(
  command: Command,
  own: readonly string[],
  rest: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  let parsed: Readonly<Record<string, unknown>> = {};
  const parser = yargs()
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'boolean-negation': false,
      'duplicate-arguments-array': true,
      'dot-notation': false,
    })
    .version(false)
    .help(false)
    .strict()
    .showHelpOnFail(false)
    .exitProcess(false)
    .locale('en')
    .command(
      `$0${positionals(command)}`,
      false,
      (sub) => describe(sub, command),
      (found) => void (parsed = found),
    )
    .fail((message: string | undefined, error: Error | undefined) => {
      // yargs reports some wrong uses as a YError, the rest as a message alone.
      if (error && error.name !== 'YError') throw error;
      throw new UsageError(explainUsage(message ?? error?.message ?? '', own, command));
    });
  const words = [...own.map((arg) => (arg === '-' ? STANDARD_INPUT : arg)), ...rest];
  await parser.parseAsync(words, {}, (error) => {
    if (error) throw error;
  });
  return parsed;
}

/** As yargs writes them: `<file>`, `[run]`, `[paths..]`. */
const positionals = ({ words }: Command): string =>
  Object.entries(words)
    .map(([name, { type, ...rest }]) => {
      if (type === 'list') return ` [${name}..]`;
      return 'required' in rest && rest.required ? ` <${name}>` : ` [${name}]`;
    })
    .join('');

/** Arguments and flags of one command, for yargs. */
function describe(sub: Argv, { words, flags }: Command): Argv {
  for (const [name, word] of Object.entries(words))
    sub.positional(name, { type: 'string', ...(word.type === 'list' ? { array: true } : {}) });
  for (const [name, flag] of Object.entries(flags))
    sub.option(name, {
      type: flag.type === 'boolean' ? 'boolean' : 'string',
      requiresArg: flag.type !== 'boolean',
      ...(flag.type === 'list' && flag.greedy ? { array: true } : {}),
    });
  return sub;
}
