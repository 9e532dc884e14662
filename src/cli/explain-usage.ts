// What yargs says of a wrong command line, in the words of paybatch, with the nearest right spelling.
import { didYouMean, suggest } from '../csv/suggest.ts';
import { type Command, usageOf } from './command.ts';
import { AS_IT_IS } from './io.ts';

export function explainUsage(message: string, args: readonly string[], commands: readonly Command[]): string {
  const known = commands.find(({ name }) => name === args[0]);
  const unknown = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(', ')[0]?.replace(AS_IT_IS, '');
  if (unknown !== undefined && !known) {
    const names = commands.map(({ name }) => name);
    return `unknown command "${unknown}"${didYouMean(unknown, names)}. See paybatch --help`;
  }
  if (unknown !== undefined && known) return explainUnknown(unknown, known, args);
  if (message.startsWith('Not enough non-option arguments') && known)
    return `${usageOf(known)}: an argument is missing. ${helpOf(known)}`;
  const flag = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (flag !== undefined) return `--${flag} needs a value${known ? `. ${helpOf(known)}` : ''}`;
  const [, name, given] =
    /^Invalid values:\n +Argument: (\S+), Given: "([^]*)", Choices: /.exec(message) ?? [];
  if (name !== undefined && given !== undefined && known) return explainChoice(name, given, known);
  const [first = ''] = args;
  if (!known && first.startsWith('--')) {
    const near = suggest(first.slice(2), ['version', 'help']);
    if (near !== undefined) return `unknown flag ${first} (did you mean --${near}?). See paybatch --help`;
  }
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
  if (!isFlag && ONE_FILE in command.words && args.length > 2)
    return `unexpected argument "${unknown}": ${command.name} takes one file at a time (quote a name that has spaces in it). ${help}`;
  if (!isFlag) return `unexpected argument "${unknown}". ${help}`;
  const near = suggest(unknown, Object.keys(command.flags));
  return `unknown flag --${unknown}${near === undefined ? '' : ` (did you mean --${near}?)`}. ${help}`;
}

function explainChoice(name: string, given: string, { words, flags }: Command): string {
  const flag = flags[name];
  const definition = flag ?? words[name];
  const values = definition && 'of' in definition ? definition.of : [];
  const value = given.split('", "')[0] ?? given;
  return `${flag ? '--' : ''}${name} ${value}: one of ${values.join(', ')}${didYouMean(value, values)}`;
}
