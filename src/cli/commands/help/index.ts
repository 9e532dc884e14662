// help: the commands, the manual, and the flags of one command.
import { type ArgsOf, command } from '../../command.ts';

export const help = command({
  name: 'help',
  does: 'List commands and topics, or print a page of the manual',
  group: 'Tools',
  words: { topic: { type: 'list', values: 'topics', does: 'A topic of the manual, or a command' } },
  flags: {},
  examples: [
    { line: 'help in-doubt', does: 'A page of the manual' },
    { line: 'help run', does: 'The flags of a command' },
  ],
});

export type HelpArgs = ArgsOf<typeof help>;
