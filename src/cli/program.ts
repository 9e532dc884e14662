// The command line: commands, flags, help, and what an error looks like. Each command's work is in commands/.
import yargs, { type Argv } from 'yargs';

import { EXIT } from '../errors.ts';
import { plain } from '../files/plain.ts';
import { hasBegun } from './begun.ts';
import { type Command, usageOf } from './command.ts';
import { type CommandEntry, COMMANDS } from './command-table.ts';
import type { Candidate } from './complete.ts';
import { explainUsage } from './explain-usage.ts';
import { failure } from './failure.ts';
import { USAGE, widthOfHelp, withExamples } from './help-text.ts';
import { AS_IT_IS, type Io, STANDARD_INPUT, UsageError } from './io.ts';
import { completing, givenFlags } from './next-command.ts';
import { speakingJson, speakingOfTrouble } from './render/log.ts';
import { checkSwitches, isOn } from './switches.ts';
import { VERSION } from './version.ts';
import { sayingNoPassword } from './without-password.ts';

/** Runs one command line; resolves to the exit code. Never rejects. */
export async function program(typed: readonly string[], outside: Io): Promise<number> {
  const process = sayingNoPassword(outside, typed);
  const all = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
  if (all[0] === COMPLETIONS) return offered(all.slice(2), process);
  // What stands behind "--" is another command's for the one that hands it on, and no flag for all others.
  const cut = all.indexOf('--');
  const args = cut === -1 ? all : all.slice(0, cut);
  const rest = cut === -1 ? [] : all.slice(cut + 1);
  const quiet = isOn(args, 'quiet') ? speakingOfTrouble(process) : undefined;
  const spoken = quiet?.io ?? process;
  const io = saysWhatToType(asksForJson(args) ? await speakingJson(spoken) : spoken, args);
  const code = await called(args, rest, io);
  quiet?.end(code);
  return withOutput(code, await process.outFault?.(), args, io);
}

/** The same process, whose words for people name commands as they have to be typed after this one. */
function saysWhatToType(io: Io, args: readonly string[]): Io {
  const commands = COMMANDS.map(({ command }) => command);
  const asTyped = completing(givenFlags(args, io.env), io.cwd, commands);
  return { ...io, asTyped, err: (text, level) => io.err(asTyped(text), level) };
}

/** The exit code, where the output may be cut off: nobody must take that for the whole. */
function withOutput(code: number, fault: string | undefined, args: readonly string[], io: Io): number {
  if (fault === undefined) return code;
  const sends =
    COMMANDS.find(({ command }) => command.name === args[0])?.command.sends === true && hasBegun();
  const next = sends
    ? 'Whatever was sent is recorded in the ledger: paybatch status shows it'
    : 'Make room there, or write it elsewhere, and run this again';
  io.err(
    `paybatch: standard output can't be written (${fault}): what it holds is not whole. ${next}\n`,
    'error',
  );
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
    import('./complete-values.ts'),
  ]);
  const commands = COMMANDS.map(({ command }) => command);
  const found = await complete(typed, commands, (source, words) => candidatesFrom(source, words, io));
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
  const entry = COMMANDS.find(({ command }) => command.name === args[0]);
  try {
    // Read as a whole before it begins: what is wrong with the command line is told apart from what goes wrong later.
    work = await understood(args, rest, io);
    return await work(io);
  } catch (error) {
    if (!work) await entry?.unread?.(args, io, error);
    const { judgedTogether } = await import('./judge-together.ts');
    return failure(
      entry ? judgedTogether(error, entry.command, args, io) : error,
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

/** What a command line asks for; help is given at once. Errors: UsageError for one that can't be read. */
export async function understood(args: readonly string[], rest: readonly string[], io: Io): Promise<Work> {
  let work: Work | undefined;
  checkSwitches(
    args,
    COMMANDS.map(({ command }) => command),
  );
  const parser = build(args, io, (found, parsed) => {
    work = found.read(parsed, rest);
  });
  if (args.length === 0) {
    io.err(`${withExamples(await parser.getHelp(), widthOfHelp(io))}\n`);
    return () => Promise.resolve(2);
  }
  const own = args[0] === HANDS_ON ? [] : rest.map((word) => (word.startsWith('-') ? AS_IT_IS + word : word));
  const words = [...args.map((arg) => (arg === '-' ? STANDARD_INPUT : arg)), ...own];
  await parser.parseAsync(words, {}, (error, _, output) => {
    if (error) throw error;
    if (output !== '') io.out(`${withExamples(output, widthOfHelp(io))}\n`);
  });
  return work ?? (() => Promise.resolve(0));
}

/** Told before the flags are read: what is wrong with them is said in the same form. */
function asksForJson(args: readonly string[]): boolean {
  return args.some(
    (arg, at) => arg === '--log-format=json' || (arg === '--log-format' && args[at + 1] === 'json'),
  );
}

type Found = (entry: CommandEntry, parsed: Readonly<Record<string, unknown>>) => void;

function build(args: readonly string[], io: Io, found: Found): Argv {
  const parser = yargs([...args])
    .scriptName('paybatch')
    .usage(USAGE)
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'boolean-negation': false,
      'duplicate-arguments-array': true,
      'dot-notation': false,
    })
    .version(VERSION)
    .help()
    .showHidden(false)
    .alias('help', 'h')
    .strict()
    .demandCommand(1, 'name a command')
    .wrap(widthOfHelp(io))
    .showHelpOnFail(false)
    .exitProcess(false)
    .locale('en')
    .fail((message: string | undefined, error: Error | undefined) => {
      // yargs reports some wrong uses as errors of its own class, the rest as a message alone.
      if (error && error.name !== 'YError') throw error;
      const commands = COMMANDS.map(({ command }) => command);
      throw new UsageError(explainUsage(message ?? error?.message ?? '', args, commands));
    });
  withoutHelpAhead(parser);
  for (const entry of COMMANDS) add(parser, entry, found);
  return parser;
}

/** What yargs has and its types don't. */
interface Internal {
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage: () => void } };
}

/** yargs lays out the help of every command that it calls, asked or not: a third of what a short command takes. */
function withoutHelpAhead(parser: Argv): void {
  const internal = parser as unknown as Internal; // pinned; a test holds that help is still there
  internal.getInternalMethods().getUsageInstance().cacheHelpMessage = () => undefined;
}

function add(parser: Argv, entry: CommandEntry, found: Found): void {
  const { command } = entry;
  parser.command(
    usageOf(command),
    command.does,
    (sub) => describe(sub, command),
    (parsed) => found(entry, parsed),
  );
}

/** Words and flags of one command, for yargs. */
function describe(sub: Argv, { words, flags }: Command): Argv {
  for (const [name, word] of Object.entries(words)) {
    sub.positional(name, {
      type: 'string',
      describe: word.does,
      ...(word.type === 'list' ? { array: true } : {}),
      ...(word.type === 'choice' ? { choices: word.of } : {}),
    });
  }
  for (const [name, flag] of Object.entries(flags)) {
    sub.option(name, {
      type: flag.type === 'boolean' ? 'boolean' : 'string',
      describe: flag.does,
      requiresArg: flag.type !== 'boolean',
      hidden: flag.hidden === true,
      ...(flag.type === 'choice' ? { choices: flag.of } : {}),
      ...(flag.type === 'list' && flag.greedy ? { array: true } : {}),
    });
  }
  return sub;
}
