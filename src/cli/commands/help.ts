// help: the overview, the help of a command, or a page of the manual.
import { didYouMean } from '../../csv/suggest.ts';
import { plain } from '../../files/plain.ts';
import type { Command } from '../command.ts';
import type { HelpArgs } from '../definitions/tools.ts';
import { commandHelp, groupHelp, overview, widthOfHelp } from '../help-text.ts';
import { type Io, UsageError } from '../io.ts';
import { markdownText } from '../manual/markdown-text.ts';
import { pageOf, topicNames } from '../manual/pages.ts';

/** Exit code 2 for a topic that is not there. */
export function helpCommand({ topic }: HelpArgs, commands: readonly Command[], io: Io): Promise<number> {
  io.out(textOf(topic.join(' '), commands, widthOfHelp(io)));
  return Promise.resolve(0);
}

function textOf(name: string, commands: readonly Command[], width: number): string {
  if (name === '') return overview(commands, width);
  const command = commands.find((one) => one.name === name);
  if (command) return commandHelp(command, width);
  if (commands.some((one) => one.name.startsWith(`${name} `))) return groupHelp(name, commands, width);
  const topics = topicNames();
  if (topics.includes(name)) return markdownText(pageOf(name), width);
  const known = [...topics, ...commands.filter(({ hidden }) => !hidden).map((one) => one.name)];
  throw new UsageError(
    `there is no topic ${plain(name)}${didYouMean(name, known)}. See paybatch help`,
    'topic',
  );
}
