// One command line: which command it names, help and completion, and what an error looks like.
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
  // Known before the flags are read: what is wrong with them is said in the same form.
  const isJson = valueOf('log-format', line.own) === 'json';
  const io = withCompleteCommands(isJson ? await withJsonLog(spoken) : spoken, line.own);
  const code = await runCommand(line, io);
  quiet?.end(code);
  return checkOutput(code, await process.outFault?.(), line.command, io);
}

interface CommandLine {
  readonly args: readonly string[];
  /** Those before "--": the others may belong to the command that `rehearse` starts. */
  readonly own: readonly string[];
  readonly command: CommandEntry | undefined;
  /** The words behind the command's name. */
  readonly behind: readonly string[];
  /** Whether a switch was typed; for what has to be known before the command line is read as a whole. */
  readonly isOn: (name: string) => boolean;
}

function commandLine(args: readonly string[]): CommandLine {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const { command, length = 0 } = findCommand(own, COMMANDS) ?? {};
  return { args, own, command, behind: args.slice(length), isOn: (name) => own.includes(`--${name}`) };
}

/** The same process, whose words for people name commands as they have to be typed after this one. */
function withCompleteCommands(io: Io, args: readonly string[]): Io {
  const asTyped = completing(givenFlags(args, io.env), io.cwd, COMMANDS);
  return { ...io, asTyped, err: (text, level) => io.err(asTyped(text), level) };
}

async function runCommand(line: CommandLine, io: Io): Promise<number> {
  const { command, own, isOn } = line;
  let work: Awaited<ReturnType<typeof readCommand>> | undefined;
  try {
    // The command line is read as a whole first, so that its errors differ from those of the work.
    work = await readCommand(line.args, io);
    return await work(io);
  } catch (error) {
    if (!work) await command?.unread?.(own, io, error);
    const { failure } = await import('./failure.ts');
    return failure(error, { command, json: isOn('json'), verbose: isOn('verbose') }, io);
  }
}

/** What a command line asks for. Errors: UsageError for one that can't be read. */
export async function readCommand(args: readonly string[], io: Io): Promise<(io: Io) => Promise<number>> {
  const { own, command, behind, isOn } = commandLine(args);
  const [first = ''] = own;
  if (isOn('help') || own.includes('-h') || args.length === 0) {
    const { commandHelp, helpText, widthOfHelp } = await import('./help-text.ts');
    const width = widthOfHelp(io);
    const topic = first.startsWith('-') ? '' : first;
    const text = command ? commandHelp(command, width) : helpText(topic, COMMANDS, width);
    // Help is the result where it is asked for, and an error without a command.
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

/** Of a command line that names no command. */
function explainCommand([first = '', second = '']: readonly string[]): string {
  const names = COMMANDS.map(({ name }) => name);
  const subcommands = names.flatMap((name) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  );
  if (subcommands.length > 0)
    return `${first} ${second}: one of ${subcommands.join(', ')}${didYouMean(second, subcommands)}. See paybatch ${first} --help`;
  if (!first.startsWith('-'))
    return `unknown command "${first}"${didYouMean(first, names)}. See paybatch --help`;
  const near = suggest(first.slice(2), ['version', 'help']);
  const hint = near === undefined ? '. The command comes first' : ` (did you mean --${near}?)`;
  return `unknown flag ${first}${hint}. See paybatch --help`;
}

/** The reader of a pipe (`| head`) or a terminal has gone, and wants no message. */
const READER_LEFT: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'EIO']);

/** The exit code, where the output may be cut off: nobody must take that for the whole. */
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
  // What a run ended with says more of its rows than this does.
  if (sends) return code === EXIT.ok ? EXIT.stopped : code;
  return code === EXIT.ok || code === EXIT.refusedRows ? EXIT.unusable : code;
}
