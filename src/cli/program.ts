// One command line: its command, help and completion, and how an error is printed.
import { didYouMean, suggest } from '../csv/suggest.ts';
import { EXIT } from '../errors.ts';
import { findCommand } from './command.ts';
import { type CommandEntry, COMMANDS } from './command-table.ts';
import { type Io, UsageError } from './io.ts';
import { completing, givenFlags, valueOf } from './next-command.ts';
import { withJsonLog, withQuietOutput } from './render/log.ts';
import { maskingPasswords } from './secrets.ts';
import { hasBegun, VERSION } from './this-process.ts';

/** As the completion scripts ask for it. */
const COMPLETIONS = '--completions';

/** Runs one command line; resolves to the exit code. Never rejects. */
export async function program(typed: readonly string[], outside: Io): Promise<number> {
  const process = maskingPasswords(outside);
  if (typed[0] === COMPLETIONS) {
    const { completions } = await import('./commands/completion.ts');
    process.out(
      completions(typed.slice(2), COMMANDS)
        .map((word) => `${word}\n`)
        .join(''),
    );
    return EXIT.ok;
  }
  const line = commandLine(typed[0] === 'funds' ? ['quote', '--funds', ...typed.slice(1)] : typed);
  const quiet = line.isOn('quiet') ? withQuietOutput(process) : undefined;
  const spoken = quiet?.io ?? process;
  // Read before the flags, so that errors in the flags are printed in the same form.
  const isJson = valueOf('log-format', line.own) === 'json';
  const io = withCompleteCommands(isJson ? withJsonLog(spoken) : spoken, line.own);
  const code = await runCommand(line, io);
  quiet?.end(code);
  return checkOutput(code, await process.outFault?.(), line.command, io);
}

interface CommandLine {
  readonly args: readonly string[];
  /** The arguments before "--": the others belong to the command that `rehearse` starts. */
  readonly own: readonly string[];
  readonly command: CommandEntry | undefined;
  /** The arguments after the command's name. */
  readonly behind: readonly string[];
  /** Whether a switch was typed, for switches that apply before the command line is parsed. */
  readonly isOn: (name: string) => boolean;
}

function commandLine(args: readonly string[]): CommandLine {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const { command, length = 0 } = findCommand(own, COMMANDS) ?? {};
  return { args, own, command, behind: args.slice(length), isOn: (name) => own.includes(`--${name}`) };
}

/** The same process. Its messages name commands with the --config and --ledger of this command line. */
function withCompleteCommands(io: Io, args: readonly string[]): Io {
  const asTyped = completing(givenFlags(args, io.env), io.cwd, COMMANDS);
  return { ...io, asTyped, err: (text, level) => io.err(asTyped(text), level) };
}

async function runCommand(line: CommandLine, io: Io): Promise<number> {
  const { command, own, isOn } = line;
  let work: Awaited<ReturnType<typeof readCommand>> | undefined;
  try {
    // Parsed first, so that its errors differ from those of the work.
    work = await readCommand(line.args, io);
    return await work(io);
  } catch (error) {
    if (!work) await command?.onUnparsed?.(own, io, error);
    const { failure } = await import('./failure.ts');
    return failure(error, { command, json: isOn('json'), verbose: isOn('verbose') }, io);
  }
}

/** The work of a command line. Errors: UsageError for a wrong command line. */
export async function readCommand(args: readonly string[], io: Io): Promise<(io: Io) => Promise<number>> {
  const { own, command, behind, isOn } = commandLine(args);
  const [first = ''] = own;
  if (isOn('help') || own.includes('-h') || args.length === 0) {
    const { commandHelp, helpText, widthOfHelp } = await import('./help-text.ts');
    const width = widthOfHelp(io);
    const topic = first.startsWith('-') ? '' : first;
    const text = command ? commandHelp(command, width) : helpText(topic, COMMANDS, width);
    // Without arguments, help is an error message.
    return args.length === 0 ? printing(text, io.err, EXIT.unusable) : printing(text, io.out, EXIT.ok);
  }
  if (isOn('version')) return printing(`${VERSION}\n`, io.out, EXIT.ok);
  if (!command) throw new UsageError(explainCommand(own));
  return command.read(behind);
}

const printing = (text: string, print: (text: string) => void, code: number) => (): Promise<number> => {
  print(text);
  return Promise.resolve(code);
};

/** The error of a command line without a known command. */
function explainCommand([first = '', second = '']: readonly string[]): string {
  const names = COMMANDS.map(({ name }) => name);
  const subcommands = names.flatMap((name) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  );
  const typed = `${first} ${second}`.trimEnd();
  if (subcommands.length > 0)
    return `${typed}: one of ${subcommands.join(', ')}${didYouMean(second, subcommands)}. See paybatch ${first} --help`;
  if (!first.startsWith('-'))
    return `unknown command "${first}"${didYouMean(first, names)}. See paybatch --help`;
  const near = suggest(first.slice(2), ['version', 'help']);
  const hint = near === undefined ? '. The command comes first' : ` (did you mean --${near}?)`;
  return `unknown flag ${first}${hint}. See paybatch --help`;
}

/** The reader of a pipe (`| head`) or the terminal has ended: a message has no reader. */
const READER_LEFT: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'EIO']);

/** The exit code, which is never 0 if the output is cut off. */
function checkOutput(
  code: number,
  fault: string | undefined,
  command: CommandEntry | undefined,
  io: Io,
): number {
  if (fault === undefined) return code;
  const sends = command?.sends === true && hasBegun();
  const next = sends
    ? 'Whatever was sent is recorded in the ledger: paybatch status shows it'
    : 'Make room there, or write it elsewhere, then run this again';
  if (!READER_LEFT.has(fault))
    io.err(`paybatch: standard output could not be written (${fault}): it is incomplete. ${next}\n`, 'error');
  // The code of a run is more important: it is about money.
  if (sends) return code === EXIT.ok ? EXIT.stopped : code;
  return code === EXIT.ok || code === EXIT.refusedRows ? EXIT.unusable : code;
}
