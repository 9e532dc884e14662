// What is wrong with a command line, with the nearest right spelling.
import { didYouMean, suggest } from '../csv/suggest.ts';
import { type Command, usageOf } from './command.ts';
import { AS_IT_IS } from './io.ts';

/** Of a command line that names no command. */
export function explainCommand(args: readonly string[], commands: readonly Command[]): string {
  const [first = '', second] = args;
  const subcommands = commands.flatMap(({ name }) =>
    name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [],
  );
  if (subcommands.length > 0)
    return `${first} ${second ?? ''}: one of ${subcommands.join(', ')}${didYouMean(second ?? '', subcommands)}. See paybatch ${first} --help`;
  if (first.startsWith('--')) {
    const near = suggest(first.slice(2), ['version', 'help']);
    return `unknown flag ${first}${near === undefined ? '' : ` (did you mean --${near}?)`}. See paybatch --help`;
  }
  const names = commands.filter(({ hidden }) => !hidden).map(({ name }) => name);
  return `unknown command "${first}"${didYouMean(first, names)}. See paybatch --help`;
}

/** Of a command's own arguments and flags: yargs' message, with the nearest right spelling. */
export function explainUsage(message: string, args: readonly string[], command: Command): string {
  const unknown = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(', ')[0]?.replace(AS_IT_IS, '');
  if (unknown !== undefined) return explainUnknown(unknown, command, args);
  if (message.startsWith('Not enough non-option arguments'))
    return `${usageOf(command)}: an argument is missing. ${helpOf(command)}`;
  const flag = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (flag !== undefined) return `--${flag} needs a value. ${helpOf(command)}`;
  return message;
}

const helpOf = ({ name }: Command): string => `See paybatch ${name} --help`;

/** The word of the commands that take a single file; a shell's `*` gives them several. */
const ONE_FILE = 'file';

function explainUnknown(unknown: string, command: Command, args: readonly string[]): string {
  const help = helpOf(command);
  const letter = args.find((arg) => /^-[a-z]$/i.test(arg) && arg.slice(1) === unknown);
  if (letter !== undefined) {
    const alike = Object.keys(command.flags).filter((name) => name.startsWith(unknown.toLowerCase()));
    return `unknown flag ${letter}${alike.length === 1 ? ` (did you mean --${alike.join('')}?)` : ''}. ${help}`;
  }
  const isFlag = args.some((arg) => arg === `--${unknown}` || arg.startsWith(`--${unknown}=`));
  if (!isFlag && ONE_FILE in command.words && args.length > 1)
    return `unexpected argument "${unknown}": ${command.name} takes one file at a time (quote a name that has spaces in it). ${help}`;
  if (!isFlag) return `unexpected argument "${unknown}". ${help}`;
  const near = suggest(unknown, Object.keys(command.flags));
  return `unknown flag --${unknown}${near === undefined ? '' : ` (did you mean --${near}?)`}. ${help}`;
}
