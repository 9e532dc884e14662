// completion: a script for the shell.
import { type ArgsOf, command } from '../../command.ts';

export const completion = command({
  name: 'completion',
  does: 'Print a completion script for bash, zsh or fish',
  group: 'Tools',
  manual: 'configuration',
  words: {
    shell: {
      type: 'choice',
      of: ['bash', 'zsh', 'fish'],
      required: false,
      does: 'The shell (default: the one in SHELL)',
    },
  },
  flags: {},
  examples: [
    { line: 'completion zsh >> ~/.zshrc', does: 'For every new shell' },
    { line: 'completion fish > ~/.config/fish/completions/paybatch.fish', does: 'For fish' },
  ],
});

export type CompletionArgs = ArgsOf<typeof completion>;
