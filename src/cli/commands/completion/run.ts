// completion: the script that asks paybatch itself for commands, flags and values. yargs answers the question.
import type { Io } from '../../io.ts';
import type { CompletionArgs } from './index.ts';

const BASH = `# paybatch completion for bash: paybatch completion bash >> ~/.bashrc
_paybatch_completions()
{
    local word="\${COMP_WORDS[COMP_CWORD]}" found
    mapfile -t found < <(SHELL=bash paybatch --get-yargs-completions "\${COMP_WORDS[@]}")
    mapfile -t COMPREPLY < <(compgen -W "\${found[*]}" -- "$word")
}
complete -o bashdefault -o default -F _paybatch_completions paybatch
`;

const ZSH = `#compdef paybatch
# paybatch completion for zsh: paybatch completion zsh >> ~/.zshrc
_paybatch()
{
  local -a found
  found=("\${(@f)$(COMP_CWORD="$((CURRENT-1))" COMP_LINE="$BUFFER" COMP_POINT="$CURSOR" SHELL=zsh paybatch --get-yargs-completions "\${words[@]}")}")
  if [[ -n "\${found[1]}" ]]; then
    _describe 'values' found
  else
    _files
  fi
}
compdef _paybatch paybatch
`;

export function completionCommand({ shell }: CompletionArgs, io: Io): Promise<number> {
  const zsh = shell === undefined ? io.env['SHELL']?.endsWith('zsh') === true : shell === 'zsh';
  io.out(zsh ? ZSH : BASH);
  return Promise.resolve(0);
}
