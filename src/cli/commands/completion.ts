// completion: the script that asks paybatch itself for commands, flags and values. cli/complete.ts answers.
import type { CompletionArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';

const BASH = `# paybatch completion for bash: paybatch completion bash >> ~/.bashrc
_paybatch_completions()
{
    local word="\${COMP_WORDS[COMP_CWORD]}" found
    mapfile -t found < <(SHELL=bash paybatch --completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}")
    mapfile -t COMPREPLY < <(compgen -W "\${found[*]}" -- "$word")
}
complete -o bashdefault -o default -F _paybatch_completions paybatch
`;

const ZSH = `#compdef paybatch
# paybatch completion for zsh: paybatch completion zsh >> ~/.zshrc
_paybatch()
{
  local -a found
  found=("\${(@f)$(SHELL=zsh paybatch --completions "\${(@)words[1,CURRENT]}")}")
  if [[ -n "\${found[1]}" ]]; then
    _describe 'values' found
  else
    _files
  fi
}
if (( ! \${+functions[compdef]} )); then
  autoload -Uz compinit && compinit -i
fi
compdef _paybatch paybatch
`;

const FISH = `# paybatch completion for fish: paybatch completion fish > ~/.config/fish/completions/paybatch.fish
function __paybatch_completions
    set -l found (SHELL=fish paybatch --completions (commandline -opc) (commandline -ct))
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c paybatch -f -a '(__paybatch_completions)'
`;

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
type Shell = keyof typeof SCRIPTS;

export function completionCommand({ shell }: CompletionArgs, io: Io): Promise<number> {
  const own = (['zsh', 'fish'] as const).find((name) => io.env['SHELL']?.endsWith(name) === true);
  const wanted: Shell = shell ?? own ?? 'bash';
  io.out(SCRIPTS[wanted]);
  return Promise.resolve(0);
}
