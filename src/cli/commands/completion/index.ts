// completion: a script for the shell.
import { type ArgsOf, command } from '../../command.ts';

export const completion = command({
  name: 'completion',
  does: 'print a completion script for bash, zsh or fish',
  words: {
    shell: {
      type: 'choice',
      of: ['bash', 'zsh', 'fish'],
      required: false,
      does: 'the shell (taken from SHELL)',
    },
  },
  flags: {},
  examples: [
    { line: 'completion zsh >> ~/.zshrc', does: 'for every new shell' },
    {
      line: 'completion fish > ~/.config/fish/completions/paybatch.fish',
      does: 'fish reads it the next time it is needed',
    },
  ],
});

export type CompletionArgs = ArgsOf<typeof completion>;
