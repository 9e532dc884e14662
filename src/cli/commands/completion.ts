// completion: a script that asks paybatch itself what may follow at the cursor, and the answer: commands, flags, and
// the values of flags. Without an answer the shell offers files.
import { type Command, findCommand } from '../command.ts';
import type { CompletionArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';
import { topicNames } from '../manual.ts';

const BASH = `_paybatch()
{
    local found="$(paybatch --completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}")"
    COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _paybatch paybatch
`;
const ZSH = `_paybatch()
{
    local -a found=("\${(@f)$(paybatch --completions "\${(@)words[1,CURRENT]}")}")
    if [[ -n $found[1] ]]; then compadd -- $found; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
compdef _paybatch paybatch
`;
const FISH = `complete -c paybatch -f -a '$_paybatch' -n '
    set -g _paybatch (paybatch --completions (commandline -opc) (commandline -ct))
    test -n "$_paybatch"'
`;
const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;

export function completionCommand({ shell }: CompletionArgs, io: Io): number {
  io.out(SCRIPTS[shell]);
  return 0;
}

/** `typed`: the words behind `paybatch`, the one at the cursor last. */
export function completions(typed: readonly string[], commands: readonly Command[]): string[] {
  const current = typed.at(-1) ?? '';
  return candidates(typed.slice(0, -1), current, commands).filter((word) => word.startsWith(current));
}

function candidates(
  before: readonly string[],
  current: string,
  commands: readonly Command[],
): readonly string[] {
  const names = commands.map(({ name }) => name.split(' '));
  if (before.length === 0) return [...new Set(names.map(([name = '']) => name)), '--help', '--version'];
  const { command, length = 0 } = findCommand(before, commands) ?? {};
  const flag = command?.flags[before.at(-1)?.slice(2) ?? ''];
  if (flag?.value !== undefined) return flag.of ?? [];
  if (current.startsWith('-') && command)
    return Object.entries(command.flags).flatMap(([name, { hidden }]) => (hidden ? [] : [`--${name}`]));
  if (command?.name === 'help') return [...topicNames(), ...new Set(names.map(([name = '']) => name))];
  const word = Object.values(command?.words ?? {})[before.length - length];
  if (word?.of) return word.of;
  return before.length > 1 ? [] : names.flatMap(([name, sub]) => (name === before[0] && sub ? [sub] : []));
}
