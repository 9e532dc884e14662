// completion: the script that asks paybatch itself for commands, flags and values. cli/complete.ts answers.
import type { CompletionArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';

const BASH = `_paybatch()
{
    local found="$(paybatch --completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}")"
    COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _paybatch paybatch
`;
const ZSH = `autoload -Uz compinit bashcompinit && compinit -i && bashcompinit\n${BASH}`;
const FISH = "complete -c paybatch -a '(paybatch --completions (commandline -opc) (commandline -ct))'\n";
const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;

export function completionCommand({ shell }: CompletionArgs, io: Io): Promise<number> {
  const own = (['zsh', 'fish'] as const).find((name) => io.env['SHELL']?.endsWith(name) === true);
  io.out(SCRIPTS[shell ?? own ?? 'bash']);
  return Promise.resolve(0);
}
