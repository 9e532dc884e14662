// completion: a script for the shell.
import { type ArgsOf, command } from '../../command.ts';

export const completion = command({
  name: 'completion',
  does: 'print a completion script for bash or zsh',
  words: {
    shell: { type: 'choice', of: ['bash', 'zsh'], required: false, does: 'the shell (taken from SHELL)' },
  },
  flags: {},
  examples: [{ line: 'completion zsh >> ~/.zshrc', does: 'for every new shell' }],
});

export type CompletionArgs = ArgsOf<typeof completion>;
