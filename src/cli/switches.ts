// Switches, the flags that are on or off, as they were typed. yargs takes every value but "true" for false, without a word:
// "--dry-run=1" would pay. Decides about no other flag; what a switch does is its command's.
import { type Command, findCommand } from './command.ts';
import { UsageError } from './io.ts';

/** Those of every command, which yargs adds. */
const OF_ALL = ['help', 'h', 'version'];

/** Errors: {@link UsageError} for a switch with a value other than true and false, or one that is both on and off. */
export function checkSwitches(args: readonly string[], commands: readonly Command[]): void {
  const switches = switchesOf(args, commands);
  const seen = new Map<string, boolean>();
  for (const [at, arg] of args.entries()) {
    const [, name, given] = /^(?:--|-(?=h\b))([^=]+)(?:=([^]*))?$/.exec(arg) ?? [];
    if (name === undefined || !switches.has(name)) continue;
    const value = valueOf(arg, given, args[at + 1]);
    if (seen.get(name) === !value) throw new UsageError(`--${name} is given twice: once on, once off`);
    seen.set(name, value);
  }
}

function valueOf(arg: string, given: string | undefined, next: string | undefined): boolean {
  if (given !== undefined && given !== 'true' && given !== 'false')
    throw new UsageError(
      `${arg}: this flag takes no value. Say ${arg.slice(0, arg.indexOf('='))}, or leave it out`,
    );
  // yargs would take the word for the flag's value, and TRUE or 1 for a file's name.
  if (given === undefined && (next === 'true' || next === 'false'))
    throw new UsageError(`${arg} ${next}: this flag takes no value (a file of that name is ./${next})`);
  return given !== 'false';
}

/** Where flags stand before the command, those that are switches wherever they are known. */
function switchesOf(args: readonly string[], commands: readonly Command[]): ReadonlySet<string> {
  const command = args[0]?.startsWith('-') === true ? undefined : findCommand(args, commands)?.command;
  const flags = (command ? [command] : commands).flatMap((one) => Object.entries(one.flags));
  const others = new Set(flags.filter(([, { type }]) => type !== 'boolean').map(([name]) => name));
  const names = flags.map(([name]) => name).filter((name) => !others.has(name));
  return new Set([...names, ...OF_ALL]);
}

/** Whether a switch was typed; for what has to be known before the command line is read as a whole. */
export function isOn(args: readonly string[], name: string): boolean {
  return args.some((arg) => arg === `--${name}` || arg === `--${name}=true`);
}
