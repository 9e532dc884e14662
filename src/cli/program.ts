// The command line: commands, flags, help, and what an error looks like. Each command's work is in commands/.
import yargs, { type Argv } from 'yargs';

import type { Args } from './args.ts';
import { COMMANDS } from './command-table.ts';
import { failure } from './failure.ts';
import { EXAMPLES, type FlagName, FLAGS } from './flags.ts';
import { type Io, STANDARD_INPUT, UsageError } from './io.ts';
import { suggestCommand, suggestFlag } from './suggestions.ts';
import { VERSION } from './version.ts';

const USAGE = 'Usage: paybatch <command> [options]';

/** Help begins with examples; yargs would take their indentation away. */
function withExamples(help: string): string {
  return help.startsWith(USAGE) ? `${EXAMPLES}\n${help}` : help;
}

/** Runs one command line; resolves to the exit code. Never rejects. */
export async function program(all: readonly string[], io: Io): Promise<number> {
  // What stands behind "--" is another command's: rehearse hands it on.
  const cut = all.indexOf('--');
  const args = cut === -1 ? all : all.slice(0, cut);
  const rest = cut === -1 ? [] : all.slice(cut + 1);
  const json = args.includes('--json');
  let code = 0;
  try {
    const parser = build(args, rest, io, (ended) => {
      code = ended;
    });
    if (args.length === 0) {
      io.err(`${withExamples(await parser.getHelp())}\n`);
      return 2;
    }
    const words = args[0] === 'lint' ? args.map((arg) => (arg === '-' ? STANDARD_INPUT : arg)) : [...args];
    await parser.parseAsync(words, {}, (error, _, output) => {
      if (error) throw error;
      if (output !== '') io.out(`${withExamples(output)}\n`);
    });
    return code;
  } catch (error) {
    return failure(error, json, args.includes('--verbose'), io);
  }
}

function build(args: readonly string[], rest: readonly string[], io: Io, done: (code: number) => void): Argv {
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
    .alias('help', 'h')
    .completion('completion', 'print a completion script for bash or zsh')
    .strict()
    .demandCommand(1, 'name a command')
    .wrap(Math.min(io.columns, 110))
    .showHelpOnFail(false)
    .exitProcess(false)
    .locale('en')
    .fail((message, error) => {
      // yargs reports some wrong uses as errors of its own class, the rest as a message alone.
      if (error !== undefined && error !== null && error.name !== 'YError') throw error;
      throw new UsageError(explainUsage(message ?? error?.message ?? '', args));
    });
  for (const command of COMMANDS) {
    parser.command(
      command.usage,
      command.does,
      (sub) => {
        if (command.usage.includes('<file>'))
          sub.positional('file', { type: 'string', describe: 'CSV file' });
        if (/[<[]run[>\]]/.test(command.usage))
          sub.positional('run', { type: 'string', describe: "the run's id" });
        if (command.usage.includes('[paths..]'))
          sub.positional('paths', {
            type: 'string',
            array: true,
            describe: 'files and folders; - for standard input',
          });
        if (command.usage.includes('[operation]'))
          sub.positional('operation', {
            type: 'string',
            describe: 'an operation, such as getDeveloperBalances',
          });
        for (const name of command.flags) {
          const flag = FLAGS[name];
          sub.option(name, {
            type: flag.type === 'boolean' ? 'boolean' : 'string',
            describe: flag.does,
            requiresArg: flag.type !== 'boolean',
          });
        }
        return sub;
      },
      async (parsed) => {
        single(parsed as Args, command.flags);
        done(await (await command.load())({ ...(parsed as Args), rest }, io));
      },
    );
  }
  return parser;
}

/** A flag that takes one value and is given twice is a mistake, not a list. */
function single(args: Args, flags: readonly FlagName[]): void {
  for (const name of flags) {
    if (Array.isArray(args[name]) && FLAGS[name].type !== 'list')
      throw new UsageError(`--${name} is given twice`);
  }
}

function explainUsage(message: string, args: readonly string[]): string {
  const [command] = args;
  const known = COMMANDS.find(({ name }) => name === command);
  const unknown = /^Unknown arguments?: (.+)$/.exec(message)?.[1]?.split(', ')[0];
  if (unknown !== undefined && !known) {
    return `unknown command "${unknown}"${suggestCommand(
      unknown,
      COMMANDS.map(({ name }) => name),
    )}. See paybatch --help`;
  }
  if (unknown !== undefined && known) {
    const isFlag = args.some((arg) => arg === `--${unknown}` || arg.startsWith(`--${unknown}=`));
    if (!isFlag) return `"${unknown}" is one word too many. See paybatch ${known.name} --help`;
    return `unknown flag --${unknown}${suggestFlag(unknown, known.flags)}. See paybatch ${known.name} --help`;
  }
  if (message.startsWith('Not enough non-option arguments') && known)
    return `${known.usage}: an argument is missing`;
  const flag = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (flag !== undefined) return `--${flag} needs a value`;
  return message;
}
