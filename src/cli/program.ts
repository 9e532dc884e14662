// One command line: which command it names, help and completion, and what an error looks like.
import { didYouMean, suggest } from '../csv/suggest.ts';
import { EXIT } from '../errors.ts';
import { findCommand } from './command.ts';
import { COMMAND_LIST, type CommandEntry, COMMANDS } from './command-table.ts';
import { type Io, UsageError } from './io.ts';
import { completing, givenFlags } from './next-command.ts';
import { speakingJson, speakingOfTrouble } from './render/log.ts';
import { sayingNoPassword } from './secrets.ts';
import { hasBegun, VERSION } from './this-process.ts';

/** As the completion scripts ask for it. */
const COMPLETIONS = '--completions';

/** Runs one command line; resolves to the exit code. Never rejects. */
export async function program(typed: readonly string[], outside: Io): Promise<number> {
  const process = sayingNoPassword(outside);
  if (typed[0] === COMPLETIONS) {
    const { offerCompletions } = await import('./complete.ts');
    await offerCompletions(typed.slice(2), COMMAND_LIST, process);
    return EXIT.ok;
  }
  const line = lineOf(typed[0] === 'funds' ? ['quote', '--funds', ...typed.slice(1)] : typed);
  const quiet = line.isOn('quiet') ? speakingOfTrouble(process) : undefined;
  const spoken = quiet?.io ?? process;
  const io = sayingWhatToType(asksForJson(line.own) ? await speakingJson(spoken) : spoken, line);
  const code = await called(line, io);
  quiet?.end(code);
  return withOutput(code, await process.outFault?.(), line, io);
}

interface Line {
  readonly args: readonly string[];
  /** Those before "--": the others may belong to the command that `rehearse` starts. */
  readonly own: readonly string[];
  readonly entry: CommandEntry | undefined;
  /** The words behind the command's name. */
  readonly behind: readonly string[];
  /** Whether a switch was typed; for what has to be known before the command line is read as a whole. */
  readonly isOn: (name: string) => boolean;
}

function lineOf(args: readonly string[]): Line {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const found = findCommand(own, COMMAND_LIST);
  return {
    args,
    own,
    entry: COMMANDS.find(({ command }) => command === found?.command),
    behind: args.slice(found?.length ?? 0),
    isOn: (name) => own.includes(`--${name}`),
  };
}

/** The same process, whose words for people name commands as they have to be typed after this one. */
function sayingWhatToType(io: Io, { own }: Line): Io {
  const asTyped = completing(givenFlags(own, io.env), io.cwd, COMMAND_LIST);
  return { ...io, asTyped, err: (text, level) => io.err(asTyped(text), level) };
}

/** Known before the flags are read: what is wrong with them is said in the same form. */
const asksForJson = (args: readonly string[]): boolean =>
  args.some((arg, at) => arg === '--log-format=json' || (arg === '--log-format' && args[at + 1] === 'json'));

/** The exit code, where the output may be cut off: nobody must take that for the whole. */
function withOutput(code: number, fault: string | undefined, { entry }: Line, io: Io): number {
  if (fault === undefined) return code;
  const sends = entry?.command.sends === true && hasBegun();
  const next = sends
    ? 'Whatever was sent is recorded in the ledger: paybatch status shows it'
    : 'Make room there, or write it elsewhere, then run this again';
  io.err(`paybatch: standard output could not be written (${fault}): it is incomplete. ${next}\n`, 'error');
  // What a run ended with says more of its rows than this does.
  if (sends) return code === EXIT.ok ? EXIT.stopped : code;
  return code === EXIT.ok || code === EXIT.refusedRows ? EXIT.unusable : code;
}

async function called(line: Line, io: Io): Promise<number> {
  const { entry, own, isOn } = line;
  let work: Work | undefined;
  try {
    // The command line is read as a whole first, so that its errors differ from those of the work.
    work = await understood(line.args, io);
    return await work(io);
  } catch (error) {
    if (!work) await entry?.unread?.(own, io, error);
    const speaker = { command: entry?.command, json: isOn('json'), verbose: isOn('verbose') };
    const { failure } = await import('./failure.ts');
    return failure(error, speaker, io);
  }
}

type Work = (io: Io) => Promise<number>;

/** What a command line asks for. Errors: UsageError for one that can't be read. */
export async function understood(args: readonly string[], io: Io): Promise<Work> {
  const { own, entry, behind, isOn } = lineOf(args);
  const [first = ''] = own;
  const asksForHelp = isOn('help') || own.includes('-h');
  if (asksForHelp || args.length === 0) {
    const { commandHelp, helpText, widthOfHelp } = await import('./help-text.ts');
    const width = widthOfHelp(io);
    const topic = first.startsWith('-') ? '' : first;
    return printing(entry ? commandHelp(entry.command, width) : helpText(topic, COMMAND_LIST, width), args);
  }
  if (isOn('version')) return printing(`${VERSION}\n`, args);
  if (!entry) throw new UsageError(explainCommand(own));
  return entry.read(behind);
}

/** Help is the result where it is asked for, and an error without a command. */
const printing =
  (text: string, { length }: readonly string[]): Work =>
  (io) => {
    if (length > 0) io.out(text);
    else io.err(text);
    return Promise.resolve(length > 0 ? EXIT.ok : EXIT.unusable);
  };

/** Of a command line that names no command. */
function explainCommand([first = '', second = '']: readonly string[]): string {
  const subcommands = COMMAND_LIST.flatMap(({ name }) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  );
  if (subcommands.length > 0)
    return `${first} ${second}: one of ${subcommands.join(', ')}${didYouMean(second, subcommands)}. See paybatch ${first} --help`;
  if (first.startsWith('-')) {
    const near = suggest(first.slice(2), ['version', 'help']);
    const own = near === undefined ? '. The command comes first' : ` (did you mean --${near}?)`;
    return `unknown flag ${first}${own}. See paybatch --help`;
  }
  const names = COMMAND_LIST.map(({ name }) => name);
  return `unknown command "${first}"${didYouMean(first, names)}. See paybatch --help`;
}
